"""What schemathesis has to know to make good arguments: statements, where the document says that a text is SQL."""
import schemathesis
from hypothesis import strategies as st

numbers = st.integers(min_value=-(2**40), max_value=2**40)
statements = st.one_of(
    numbers.map(lambda number: f"select {number} as number"),
    st.text(alphabet="abc xyz", max_size=20).map(lambda text: f"select '{text}' as text"),
    st.just("select name, type from sqlite_master order by 1"),
)
schemathesis.openapi.format("sql", statements)

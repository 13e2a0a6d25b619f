"""What schemathesis has to know to make good arguments: statements, where the document says that a text is SQL; and how long an address may be."""
from urllib.parse import urlencode

import schemathesis
from hypothesis import strategies as st

# Longer ones libmicrohttpd answers by itself (414): it has nowhere to keep the line of the request, and so none of our headers.
LONGEST_QUERY = 6000

numbers = st.integers(min_value=-(2**40), max_value=2**40)
statements = st.one_of(
    numbers.map(lambda number: f"select {number} as number"),
    st.text(alphabet="abc xyz", max_size=20).map(lambda text: f"select '{text}' as text"),
    st.just("select name, type from sqlite_master order by 1"),
)
schemathesis.openapi.format("sql", statements)


@schemathesis.hook
def filter_case(context, case):
    return len(urlencode(case.query or {}, doseq=True)) <= LONGEST_QUERY

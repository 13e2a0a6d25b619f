"""The conventions of URLs, query arguments and JSON that the product keeps, each sentence tried on a running program."""

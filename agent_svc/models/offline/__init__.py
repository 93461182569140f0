"""The offline provider: a documented set of requests, in English and German, understood without a model."""

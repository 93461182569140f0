"""What the agent answers, as the JSON of the page: protobuf in, plain dicts out, nothing else."""

"""The gateway: HTTP and SSE on one side, the gRPC services on the other; no business rule lives here."""

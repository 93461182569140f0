"""The pure core: rules over plain data, with time as an argument; no gRPC, no environment, no asyncio."""

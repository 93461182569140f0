"""The pipes of one launch: the near ends stay with the renderer, the far ends go inside."""

from __future__ import annotations

import os
import socket


class Pipes:
    """Everything that connects the renderer with one sandbox."""

    def __init__(self) -> None:
        self.order_far, self.order = os.pipe()
        self.stdout, self.stdout_far = os.pipe()
        self.stderr, self.stderr_far = os.pipe()
        self.control, self.control_far = os.pipe()
        self.info, self.info_far = os.pipe()
        self.filter_far, self.filter = os.pipe()
        self.channel, self.channel_far = socket.socketpair()
        self._near = {self.order, self.stdout, self.stderr, self.control, self.info, self.filter}
        for descriptor in (self.stdout, self.stderr, self.control):
            os.set_blocking(descriptor, False)

    def to_pass(self) -> tuple[int, ...]:
        """The far ends that keep their numbers inside (standard streams come on top)."""
        return (self.control_far, self.info_far, self.filter_far, self.channel_far.fileno())

    def write(self, descriptor: int, data: bytes) -> None:
        """Write all of `data`; the near end stays open. Raises OSError when nobody reads."""
        while data:
            data = data[os.write(descriptor, data) :]

    def send(self, descriptor: int, data: bytes) -> None:
        """Write all of `data` and close the near end. Raises OSError when nobody reads."""
        try:
            self.write(descriptor, data)
        finally:
            self._near.discard(descriptor)
            os.close(descriptor)

    def close_far_ends(self) -> None:
        """Once the process has them: an end of file then means that it is gone."""
        for descriptor in (self.order_far, self.stdout_far, self.stderr_far, self.control_far, self.info_far):
            os.close(descriptor)
        os.close(self.filter_far)
        self.channel_far.close()

    def close(self) -> None:
        """Close what is still open here."""
        while self._near:
            os.close(self._near.pop())
        self.channel.close()

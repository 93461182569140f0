"""What the gateway itself refuses: requests that never reach another service, and turns that it ends."""

from __future__ import annotations

from typing import ClassVar

from plotlane_kit.errors import PlotlaneError, Reason


class RequestRefused(PlotlaneError):
    """The request was refused. (Subclasses: an HTTP answer that the shared table has no row for.)"""

    reason = Reason.INVALID
    http: ClassVar[int] = 400
    code: ClassVar[str] = "invalid"


class Unauthenticated(RequestRefused):
    """Sign in with your token: POST /v1/login, or send it as `Authorization: Bearer …`."""

    http = 401
    code = "unauthenticated"


class WrongToken(Unauthenticated):
    """This token is not known here; check it for typing errors, or ask whoever runs this Plotlane for a new one."""


class HostRefused(RequestRefused):
    """This gateway does not answer under this host name; an operator can add it to PLOTLANE_GATEWAY_ALLOWED_HOSTS."""

    http = 421
    code = "forbidden"


class OriginRefused(RequestRefused):
    """Requests from this origin are refused; an operator can add it to PLOTLANE_GATEWAY_ALLOWED_ORIGINS."""

    http = 403
    code = "forbidden"


class ClientHeaderMissing(RequestRefused):
    """Requests that change something need the header `X-Plotlane-Client: plotlane-chat/1`."""

    http = 403
    code = "forbidden"


class NotJson(RequestRefused):
    """Requests that change something need the header `Content-Type: application/json`."""

    http = 415


class NotMultipart(RequestRefused):
    """A file is uploaded as a form, with the header `Content-Type: multipart/form-data`."""

    http = 415


class NoSuchPath(RequestRefused):
    """There is nothing at this address."""

    http = 404
    code = "not_found"


class WrongMethod(RequestRefused):
    """This address does not take this method; the `Allow` header says which it takes."""

    http = 405
    code = "method_not_allowed"


class BodyTooSlow(RequestRefused):
    """The body of the request did not arrive in time; send it again."""

    http = 408
    code = "deadline"


class InvalidRequest(PlotlaneError):
    """The request is not valid; `details.violations` lists what was refused."""

    reason = Reason.INVALID


class BodyTooLong(PlotlaneError):
    """The body of the request is too long."""

    reason = Reason.TOO_LONG


class TooManyStreams(PlotlaneError):
    """Too many people are following plots here right now; try again in a moment."""

    reason = Reason.CAPACITY


class NotFound(PlotlaneError):
    """This session, turn, version or file does not exist, or it is somebody else's."""

    reason = Reason.NOT_FOUND


class InternalError(PlotlaneError):
    """Something failed inside Plotlane; it has been logged."""

    reason = Reason.INTERNAL


class ServiceTooSlow(PlotlaneError):
    """A service that this request needs did not answer in time; try again in a moment."""

    reason = Reason.DEADLINE


class TurnCut(PlotlaneError):
    """The connection to the plot agent broke; your data and earlier plots are kept. Try again in a moment."""

    reason = Reason.UPSTREAM


class TurnSilent(PlotlaneError):
    """Nothing was heard of this plot for too long, so it was stopped; try again in a moment."""

    reason = Reason.UPSTREAM


class TurnTooLong(PlotlaneError):
    """This took longer than a turn may take, so it was stopped; try again with less data."""

    reason = Reason.DEADLINE


class QueueTooLong(PlotlaneError):
    """The queue was so long that this plot could not have finished in time, so it left the queue; try again later."""

    reason = Reason.CAPACITY

"""The zygote kind: a warm process inside an outer jail that forks one sandbox per script.

Three processes deep, each trusted less than the one before. `process` and `pool` run in the renderer, `jail` is the
launcher that shuts itself in and becomes the zygote, `nest` is the zygote, `cell` is what its child does before it
reads a script. Renderer and zygote talk in the messages of `wire`.
"""

"""The plot libraries that a script may use beside matplotlib: their modules, and the doors of each that stay shut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.code.rules.words import words

LIBRARIES: Final = frozenset(
    {"altair", "bokeh", "cairosvg", "lets_plot", "plotly", "plotnine", "pygal", "scipy", "seaborn"}
)
LIBRARY_MODULES: Final = LIBRARIES | {
    *(f"bokeh.{name}" for name in ("io", "layouts", "models", "palettes", "plotting", "transform")),
    *(f"plotly.{name}" for name in ("colors", "express", "graph_objects", "io", "subplots")),
    "pygal.style",
    "scipy.stats",
}

#: Modules of which only these attributes may be used (beside the submodules above).
LIBRARY_ONLY: Final[Mapping[str, frozenset[str]]] = {
    "bokeh": frozenset(),
    "bokeh.io": frozenset({"export_png"}),
    "bokeh.layouts": frozenset({"column", "gridplot", "layout", "row"}),
    "bokeh.plotting": frozenset({"ColumnDataSource", "figure"}),
    "bokeh.transform": words("cumsum dodge factor_cmap factor_hatch factor_mark jitter linear_cmap log_cmap stack"),
    "cairosvg": frozenset({"svg2png"}),
    "plotly": frozenset(),
    "plotly.colors": words("find_intermediate_color hex_to_rgb label_rgb n_colors sample_colorscale"),
    "plotly.io": frozenset({"templates"}),
    "plotly.subplots": frozenset({"make_subplots"}),
    "pygal.style": frozenset({"Style"}),
    "scipy": frozenset(),
    "scipy.stats": words(
        """
        beta binom boxcox chi2 chi2_contingency describe expon f gamma gaussian_kde gmean iqr kendalltau kruskal
        kstest kurtosis linregress lognorm mannwhitneyu median_abs_deviation mode norm normaltest pearsonr
        percentileofscore poisson probplot rankdata sem shapiro siegelslopes skew spearmanr t theilslopes trim_mean
        ttest_ind ttest_rel uniform variation wilcoxon zscore
        """
    ),
}

#: What hangs off an allowed module and is another module, or reads, writes, serves, runs text or reconfigures.
LIBRARY_NOT: Final[Mapping[str, frozenset[str]]] = {
    "altair": words(
        """
        JupyterChart NamedData SphereGenerator Url UrlData VEGAEMBED_VERSION api channels compiler core data datasets
        display expr_to_datum graticule jupyter load_ipython_extension load_schema mixins param_dataset renderers schema
        sequence sphere theme themes to_csv to_json to_values topo_feature typing utils v6 vegalite vegalite_compilers
        """
    ),
    "bokeh.models": words(
        """
        AjaxDataSource BBoxTileSource Styles common text Button CustomAction CustomJS CustomJSExpr CustomJSFilter
        CustomJSHover CustomJSTickFormatter CustomJSTicker CustomJSTransform Div Dropdown ExportAction FileInput
        GMapOptions GMapPlot
        GlobalImportedStyleSheet HTMLTemplateFormatter ImageURL ImageURLTexture ImportedStyleSheet InlineStyleSheet
        OpenURL Paragraph PreText QUADKEYTileSource SaveTool ServerSentDataSource TMSTileSource TeX Template TileSource
        Toggle WMTSTileSource WebDataSource annotations axes callbacks canvas comparisons coordinates css
        dom expressions filters formatters glyph glyphs graphics graphs grids labeling layouts map_plots mappers misc
        nodes plots ranges renderers scales selections selectors sources textures tickers tiles tools transforms ui util
        widgets
        """
    ),
    "lets_plot": words(
        """
        LetsPlot cfg export extend_path frontend_context gggeocoder ggsave_ geo_data_internals geocode geocode_cities
        geocode_counties geocode_countries geocode_states geo_data mapping maptiles_chartis_osm maptiles_lets_plot
        maptiles_solid maptiles_zxy plot reverse_geocode_cities reverse_geocode_counties reverse_geocode_countries
        reverse_geocode_states settings_utils geom_image geom_livemap
        """
    ),
    "plotly.express": words(
        """
        NO_COLOR choropleth choropleth_map choropleth_mapbox colors data defaults density_map density_mapbox
        get_trendline_results imshow_utils line_geo line_map line_mapbox np optional_imports scatter_geo scatter_map
        scatter_mapbox set_mapbox_access_token trendline_functions
        """
    ),
    "plotly.graph_objects": words(
        """
        Choropleth Choroplethmap Choroplethmapbox Densitymap Densitymapbox FigureWidget Image Scattergeo Scattermap
        Scattermapbox bar barpolar box candlestick carpet choropleth
        choroplethmap choroplethmapbox cone contour contourcarpet densitymap densitymapbox funnel funnelarea heatmap
        histogram histogram2d histogram2dcontour icicle image indicator isosurface layout mesh3d ohlc parcats parcoords
        pie quiver sankey scatter scatter3d scattercarpet scattergeo scattergl scattermap scattermapbox scatterpolar
        scatterpolargl scattersmith scatterternary splom streamtube sunburst surface table treemap violin volume
        waterfall
        """
    ),
    "plotnine": words(
        """
        composition coords data doctools exceptions facets geoms get_option guides_ iapi labels layer mapping options
        positions save_as_pdf_pages theme_matplotlib scales set_option stats themes watermark
        """
    ),
    "pygal": words(
        """
        Config adapters colors config etree formatters graph interpolate maps plugin serie state stats svg util view
        """
    ),
    "seaborn": words(
        """
        algorithms axisgrid categorical cm colors crayons distributions dogplot external get_data_home get_dataset_names
        load_dataset matrix miscplot mpl objects palettes rcmod regression relational utils widgets xkcd_rgb
        choose_colorbrewer_palette choose_cubehelix_palette choose_dark_palette choose_diverging_palette
        choose_light_palette
        """
    ),
}

#: Objects of modules of which only these methods may be used.
LIBRARY_PATHS: Final[Mapping[tuple[str, str], frozenset[str]]] = {
    ("altair", "data_transformers"): frozenset({"disable_max_rows"}),
}

"""
Makes the fonts that are committed, from the packages in node_modules. Only to be run again when those change or other
signs are wanted:

    python3 -m pip install fonttools==4.66.1 brotli==1.2.0
    npm install --no-save @fontsource-variable/inter@5.3.0     (for the signs of currencies, which Instrument Sans lacks)
    python3 scripts/fonts.py

app/ui/styles/fonts/*.woff2       what browsers load: the letters of Western Europe first, the others when a page holds one.
server/platform/preview/fonts/*.ttf what preview pictures are drawn with: all letters, one file a weight, because the renderer
                           reads neither WOFF2 nor variable fonts.
"""
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

PACKAGES = Path("node_modules/@fontsource-variable")
SANS = ("instrument-sans/files/instrument-sans-%s-wght-normal.woff2", "Instrument Sans")
SIGNS = ("inter/files/inter-%s-wght-normal.woff2", "Inter")
PLACE = ("newsreader/files/newsreader-%s-wght-italic.woff2", "Newsreader")


def signs(*parts):
    return {sign for first, last in parts for sign in range(first, last + 1)}


LATIN = signs(
    (0x20, 0x7E), (0xA0, 0xFF), (0x131, 0x131), (0x152, 0x153), (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2020),
    (0x2022, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A), (0x20AC, 0x20AC),
    (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212),
)  # fmt: skip
# Names of places are letters: no fractions, no arrows.
PLACE_LATIN = signs(
    (0x20, 0x7E), (0xA0, 0xA0), (0xC0, 0xFF), (0x131, 0x131), (0x152, 0x153), (0x2013, 0x2014), (0x2018, 0x2019),
    (0x201C, 0x201D), (0x2026, 0x2026),
)  # fmt: skip
# Of won, shekel, peso, rupee and lira. Those of pound, dollar, yen and euro are with the letters.
CURRENCY_SIGNS = signs((0x20A9, 0x20AA), (0x20B1, 0x20B1), (0x20B9, 0x20BA))
OTHERS = signs((0x100, 0x24F), (0x300, 0x36F), (0x1E00, 0x1EFF))

TEXT_FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum", "pnum"]
PLACE_FEATURES = ["kern", "liga", "ccmp", "locl", "mark"]


def load(face, part, weight=None):
    font = TTFont(PACKAGES / (face[0] % part))
    return instantiateVariableFont(font, {"wght": weight}) if weight else font


def cut(font, kept, features):
    options = Options()
    options.layout_features = features
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)
    return font


def write(font, path, flavor):
    font.flavor = flavor
    font.save(path)
    print(f"{path}  {path.stat().st_size} bytes")


def for_browsers(name, face, latin, features, weight=None):
    folder = Path("app/ui/styles/fonts")
    write(cut(load(face, "latin", weight), latin, features), folder / f"{name}-latin.woff2", "woff2")
    write(cut(load(face, "latin-ext", weight), OTHERS - latin, features), folder / f"{name}-others.woff2", "woff2")


def for_pictures(name, face, weight):
    with TemporaryDirectory() as folder:
        parts = []
        for part, kept in (("latin", LATIN), ("latin-ext", OTHERS - LATIN)):
            parts.append(f"{folder}/{part}.ttf")
            write(cut(load(face, part, weight), kept, ["kern", "mark", "ccmp"]), Path(parts[-1]), None)
        font = Merger().merge(parts)
    # A family for each weight, so that none has to be matched.
    for record in font["name"].names:
        if record.nameID in (1, 4):
            record.string = f"{face[1]} {weight}"
        if record.nameID == 6:
            record.string = f"{face[1]}-{weight}".replace(" ", "")
    font["OS/2"].usWeightClass = 400
    write(font, Path("server/platform/preview/fonts") / f"{name}-{weight}.ttf", None)


for_browsers("sans", SANS, LATIN, TEXT_FEATURES)
write(
    instantiateVariableFont(cut(load(SIGNS, "latin-ext"), CURRENCY_SIGNS, []), {"wght": (400, 700)}),
    Path("app/ui/styles/fonts/signs.woff2"),
    "woff2",
)
for_browsers("place", PLACE, PLACE_LATIN, PLACE_FEATURES, weight=400)
for_pictures("sans", SANS, 400)
for_pictures("sans", SANS, 600)
for_pictures("place", PLACE, 400)

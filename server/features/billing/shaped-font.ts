import * as fontkit from 'fontkit';
import * as hb from 'harfbuzzjs';

/** A font that `pdfkit` can draw with and embed. */
export interface ShapedFont {
  has(letter: string): boolean;
  source: PDFKit.Mixins.PDFFontSource;
}

/**
 * HarfBuzz selects and places the shapes, because `fontkit` throws on some Indic words. `fontkit` reads the font and
 * cuts out the used part.
 * @param file bytes of a TrueType or OpenType font
 */
export function openShapedFont(file: Uint8Array): ShapedFont {
  const font = fontkit.create(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (!('layout' in font)) throw new TypeError('a collection of fonts in place of one');
  const shaper = new hb.Font(new hb.Face(new hb.Blob(file)));
  const layout = (text: string) => shape(font, shaper, text);
  return {
    has: (letter) => font.hasGlyphForCodePoint(codePoint(letter)),
    // pdfkit's types know only files, but it accepts anything with a layout.
    source: Object.assign(font, { layout }) as unknown as PDFKit.Mixins.PDFFontSource,
  };
}

/** A line of shapes from left to right, in font units. */
function shape(font: fontkit.Font, shaper: hb.Font, text: string) {
  const buffer = new hb.Buffer();
  buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(shaper, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b);
  const lettersOf = (cluster: number) => text.slice(cluster, starts[starts.indexOf(cluster) + 1]);
  return {
    positions,
    glyphs: infos.map(({ codepoint: id, cluster }) => {
      const all = infos.filter((info) => info.cluster === cluster);
      // One of several shapes for a letter stands for itself if it can.
      const own = all.length > 1 ? font.stringsForGlyph(id)[0] : undefined;
      const letters = own ?? (all[0]?.codepoint === id ? lettersOf(cluster) : '');
      return font.getGlyph(id, Array.from(letters, codePoint));
    }),
    /** Called after pdfkit has scaled the positions. */
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

function codePoint(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

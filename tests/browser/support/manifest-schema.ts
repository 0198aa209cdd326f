import * as v from 'valibot';

/**
 * The members of a web app manifest that Storyline uses, as the W3C's Web Application Manifest, Manifest Incubations,
 * Web Share Target and Web App Launch Handler describe them. Strict: a member that none of them knows is a mistake.
 */
const path = v.pipe(v.string(), v.startsWith('/'));
const words = v.pipe(v.string(), v.minLength(1));
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/));
const display = v.picklist(['fullscreen', 'standalone', 'minimal-ui', 'browser']);

const picture = {
  src: path,
  sizes: v.pipe(v.string(), v.regex(/^(any|[1-9]\d*x[1-9]\d*)$/)),
  type: v.picklist(['image/png', 'image/svg+xml', 'image/webp']),
};
const icon = v.strictObject({ ...picture, purpose: v.optional(v.picklist(['any', 'maskable', 'monochrome'])) });
const screenshot = v.strictObject({ ...picture, form_factor: v.picklist(['narrow', 'wide']), label: words });

export const manifestSchema = v.strictObject({
  id: path,
  name: words,
  short_name: v.pipe(words, v.maxLength(12)),
  description: words,
  lang: v.pipe(
    v.string(),
    v.check((tag) => Intl.getCanonicalLocales(tag)[0] === tag, 'a language tag (BCP 47)'),
  ),
  dir: v.picklist(['ltr', 'rtl', 'auto']),
  start_url: path,
  scope: path,
  display,
  display_override: v.array(v.union([display, v.picklist(['window-controls-overlay', 'tabbed'])])),
  theme_color: colour,
  background_color: colour,
  categories: v.array(
    v.pipe(
      words,
      v.check((category) => category === category.toLowerCase(), 'in lower case'),
    ),
  ),
  icons: v.pipe(v.array(icon), v.minLength(1)),
  shortcuts: v.array(v.strictObject({ name: words, description: words, url: path, icons: v.array(icon) })),
  screenshots: v.array(screenshot),
  launch_handler: v.strictObject({
    client_mode: v.picklist(['auto', 'focus-existing', 'navigate-existing', 'navigate-new']),
  }),
  share_target: v.variant('method', [
    v.strictObject({
      action: path,
      method: v.literal('GET'),
      enctype: v.literal('application/x-www-form-urlencoded'),
      params: v.strictObject({ title: words, text: words, url: words }),
    }),
    v.strictObject({
      action: path,
      method: v.literal('POST'),
      enctype: v.literal('multipart/form-data'),
      params: v.strictObject({
        title: words,
        text: words,
        url: words,
        files: v.array(v.strictObject({ name: words, accept: v.array(words) })),
      }),
    }),
  ]),
});

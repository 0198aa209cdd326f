/** The links of the footer (specification, section 1). */
export const linkNames = ['app', 'report', 'terms', 'privacy', 'refund'] as const;

export type LinkName = (typeof linkNames)[number];

/** A page that the operator has written, such as an imprint. */
export type SitePage = {
  /** The end of the page's address, `/page/{name}`. */
  name: string;
  title: string;
  /** Changes whenever the page's text changes. */
  tag: string;
};

/** The operator's settings that pages and the app use. Settings without a value are left out. */
export type SiteSettings = {
  name?: string;
  tagline?: string;
  description?: string;
  /** The site's language (BCP 47), and the direction of its script. */
  language?: { tag: string; dir: 'ltr' | 'rtl' };
  /** The values of CSS custom properties for both themes, by the property's name. */
  colours?: Record<string, string>;
  links?: Partial<Record<LinkName, string>>;
  /** Identifies the operator's icon in the addresses of the files made from it: `/site-icons/{icon}/{file}`. */
  icon?: string;
  /** In the order of the links in the footer. */
  pages?: SitePage[];
};

export const sitePaths = {
  /** The settings as JSON. */
  settings: '/site.json',
  icon: (icon: string, file: string) => `/site-icons/${icon}/${file}`,
  /** Returns the path of a page's text as JSON. The path changes whenever the text changes. */
  page: ({ name, tag }: Pick<SitePage, 'name' | 'tag'>) => `/site-pages/${name}.json?${new URLSearchParams({ tag })}`,
  /** Returns the path of the icon that the app itself shows. */
  logo: (icon: string) => `/site-icons/${icon}/96.png`,
} as const;

/** A page of the site with its text. */
export type SitePageText = SitePage & { content: string };

/** The id of the element that has the settings as JSON. */
export const siteElement = 'site';

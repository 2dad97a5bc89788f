/** Pictures of the product itself, made by the end-to-end tests into docs/images; a test compares their sizes. Pixels. */
export const PICTURES = {
  signUp: { url: new URL('../../../../docs/images/sign-up.png', import.meta.url).href, width: 1440, height: 900 },
  home: { url: new URL('../../../../docs/images/home.png', import.meta.url).href, width: 1440, height: 900 },
  example: { url: new URL('../../../../docs/images/example.png', import.meta.url).href, width: 1230, height: 780 },
  summary: { url: new URL('../../../../docs/images/summary.png', import.meta.url).href, width: 1230, height: 1144 },
  result: { url: new URL('../../../../docs/images/result.png', import.meta.url).href, width: 1440, height: 900 },
  methods: { url: new URL('../../../../docs/images/methods.png', import.meta.url).href, width: 1230, height: 780 },
  tool: { url: new URL('../../../../docs/images/tool.png', import.meta.url).href, width: 1440, height: 900 },
} as const;
export type PictureName = keyof typeof PICTURES;

/** The languages of the page at `/`. */
export type PageLanguage = 'en' | 'zh'

/** The paths that the page leads to, relative to its own, since a proxy or a workspace may be before it. */
export const FRONT_LINKS = {
  console: 'console/',
  documents: 'docs',
  controlPlane: '_sandbox/docs',
  openapi: 'openapi.json',
  health: 'readyz',
} as const

type LinkName = keyof typeof FRONT_LINKS

interface PageTexts {
  readonly title: string
  readonly about: string
  readonly links: Readonly<Record<LinkName, readonly [name: string, about: string]>>
}

const TEXTS: Readonly<Record<PageLanguage, PageTexts>> = {
  en: {
    title: 'dam-sandbox',
    about:
      'A stateful reference server for the open interface of a digital asset management service.',
    links: {
      console: ['Console', 'see the calls, and look into the data'],
      documents: ['Operations', 'read and try what a client calls'],
      controlPlane: ['Control plane', 'reset, clock, faults, journal and workspaces'],
      openapi: ['openapi.json', 'the OpenAPI document of the operations'],
      health: ['Health', 'whether the server takes calls'],
    },
  },
  zh: {
    title: 'dam-sandbox',
    about: '数字资产管理服务开放接口的参考服务器：像真实服务一样保存数据，并可随时重置。',
    links: {
      console: ['控制台', '查看调用记录和数据'],
      documents: ['接口文档', '查阅并试用客户端调用的接口'],
      controlPlane: ['控制面', '重置、时钟、故障、日志与工作区'],
      openapi: ['openapi.json', '接口的 OpenAPI 文档'],
      health: ['健康检查', '服务器是否可以接收调用'],
    },
  },
}

/** The style sheet of the page; its digest is in the policy of the page. */
export const FRONT_STYLE = `:root{color-scheme:light dark;--page:light-dark(#fff,#11151b);--text:light-dark(#1b2330,#e6ebf2);--muted:light-dark(#55606f,#a3b0c2);--accent:light-dark(#0a57c2,#7db4ff);--line:light-dark(#d3d9e2,#354152)}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:12vh auto;padding:0 1.5rem}
h1{display:flex;gap:.6rem;align-items:center;margin:0;font-size:1.5rem}
h1 img{width:2rem;height:2rem}
h1 small,li span,p{color:var(--muted)}
h1 small{font-size:1rem;font-weight:400}
ul{margin:1.5rem 0;padding:0;list-style:none;border-top:1px solid var(--line)}
li{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
a{min-width:8rem;color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

/** The page at `/`. */
export const frontPage = (language: PageLanguage, version: string): string => {
  const { title, about, links } = TEXTS[language]
  const items = (Object.keys(FRONT_LINKS) as LinkName[]).map((link) => {
    const [name, text] = links[link]
    return `<li><a href="${FRONT_LINKS[link]}">${name}</a><span>${text}</span></li>`
  })
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="favicon.ico" type="image/svg+xml">
<style>${FRONT_STYLE}</style>
</head>
<body>
<main>
<h1><img src="favicon.ico" alt="">${title} <small>${version}</small></h1>
<p>${about}</p>
<ul>
${items.join('\n')}
</ul>
</main>
</body>
</html>
`
}

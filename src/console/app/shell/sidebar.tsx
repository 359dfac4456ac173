import { streamStatus } from '../api/journal-stream.ts'
import { linkIn, linkTo, route, workspaceId } from '../api/place.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { readWorkspaces } from '../api/workspaces.ts'
import { SelectField } from '../parts/fields.tsx'
import { type Language, language, setLanguage, texts } from '../texts/language.ts'
import { VIEWS, type View } from '../views/index.ts'
import { type Theme, theme } from './theme.ts'

const words = texts({
  en: {
    views: 'Views',
    workspace: 'Workspace',
    language: 'Language',
    theme: 'Appearance',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    watch: 'Watch',
    data: 'Data',
    control: 'Control',
    live: 'Live',
    connecting: 'Connecting…',
    lost: 'Connection lost; trying again…',
    unknown: 'unknown',
  },
  zh: {
    views: '视图',
    workspace: '工作区',
    language: '语言',
    theme: '外观',
    system: '跟随系统',
    light: '浅色',
    dark: '深色',
    watch: '观察',
    data: '数据',
    control: '控制',
    live: '实时',
    connecting: '连接中…',
    lost: '连接已断开，正在重试…',
    unknown: '未知',
  },
})

const GROUPS: readonly View['group'][] = ['watch', 'data', 'control']

const LANGUAGES: readonly { value: Language; text: string }[] = [
  { value: 'en', text: 'English' },
  { value: 'zh', text: '中文' },
]

/** The navigation, the choice of the workspace, and the settings of the page. */
export const Sidebar = () => {
  const text = words()
  return (
    <aside class="sidebar">
      <a class="brand" href={linkTo('calls')}>
        dam-sandbox
      </a>
      <WorkspaceChoice />
      <nav aria-label={text.views}>
        {GROUPS.map((group) => (
          <div key={group} class="nav-group">
            <span class="nav-title">{text[group]}</span>
            {VIEWS.filter((view) => view.group === group).map(({ id, name }) => (
              <a
                key={id}
                href={linkTo(id)}
                aria-current={route.value.view === id ? 'page' : undefined}
              >
                {name[language.value]}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div class="sidebar-end">
        <p class={`stream ${streamStatus.value}`} role="status">
          {text[streamStatus.value]}
        </p>
        <SelectField
          label={text.language}
          value={language.value}
          options={LANGUAGES}
          onChange={(value) => setLanguage(value as Language)}
        />
        <SelectField
          label={text.theme}
          value={theme.value}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            text: text[value],
          }))}
          onChange={(value) => {
            theme.value = value as Theme
          }}
        />
      </div>
    </aside>
  )
}

const WorkspaceChoice = () => {
  const { workspace, unknown } = words()
  const { data = [] } = useLoaded(readWorkspaces, [])
  const current = workspaceId.value
  // No two workspaces have one name, so the id need not stand beside it.
  const options = data.map(({ id, name }) => ({ value: id, text: name }))
  if (!data.some(({ id }) => id === current))
    options.unshift({
      value: current,
      text: data.length === 0 ? current : `${current} · ${unknown}`,
    })
  return (
    <SelectField
      label={workspace}
      value={current}
      options={options}
      onChange={(id) => {
        location.hash = linkIn(id, route.value.view)
      }}
    />
  )
}

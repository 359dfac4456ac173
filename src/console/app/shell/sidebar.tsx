import type { Signal } from '@preact/signals'
import { readWorkspaces } from '../api/control.ts'
import { streamStatus } from '../api/journal-stream.ts'
import { useLoaded } from '../api/loaded.ts'
import { linkIn, linkTo, route, workspaceId } from '../api/place.ts'
import { choices, SelectField } from '../parts/form.tsx'
import { LANGUAGES, language, remembered } from '../texts/language.ts'
import { t } from '../texts/words.ts'
import { VIEWS } from '../views/index.ts'

const THEMES = ['system', 'light', 'dark'] as const

/** How the page looks: like the system, or as chosen. */
export const theme = remembered<(typeof THEMES)[number]>('theme', THEMES, 'system')

const LANGUAGE_NAMES = { en: 'English', zh: '中文' }

const STREAM = {
  live: 'Live',
  connecting: 'Connecting…',
  lost: 'Connection lost; trying again…',
} as const

/** The navigation, the choice of the workspace, and the settings of the page. */
export const Sidebar = () => {
  return (
    <aside class="sidebar">
      <a class="brand" href={linkTo('calls')}>
        dam-sandbox
      </a>
      <WorkspaceChoice />
      <nav aria-label={t('Views')}>
        {(['Watch', 'Data', 'Control'] as const).map((group) => (
          <div key={group} class="nav-group">
            <span class="nav-title">{t(group)}</span>
            {VIEWS.filter((view) => view.group === group).map(({ id, name }) => (
              <a
                key={id}
                href={linkTo(id)}
                aria-current={route.value.view === id ? 'page' : undefined}
              >
                {t(name)}
              </a>
            ))}
          </div>
        ))}
      </nav>
      <div class="sidebar-end">
        <p class={`stream ${streamStatus.value}`} role="status">
          {t(STREAM[streamStatus.value])}
        </p>
        <Choice name={t('Language')} value={language} known={LANGUAGES} names={LANGUAGE_NAMES} />
        <Choice
          name={t('Appearance')}
          value={theme}
          known={THEMES}
          names={{ system: t('System'), light: t('Light'), dark: t('Dark') }}
        />
      </div>
    </aside>
  )
}

const Choice = <T extends string>({
  name,
  value,
  known,
  names,
}: {
  name: string
  value: Signal<T>
  known: readonly T[]
  names: { readonly [Key in T]: string }
}) => (
  <SelectField
    name={name}
    schema={{ oneOf: choices(known, (one) => names[one]) }}
    value={value.value}
    onChange={(chosen) => {
      value.value = chosen as T
    }}
  />
)

const WorkspaceChoice = () => {
  const { data = [] } = useLoaded(readWorkspaces)
  const current = workspaceId.value
  // No two workspaces have one name, so the id need not stand beside it.
  const options = data.map(({ id, name }) => ({ const: id, title: name }))
  if (!data.some(({ id }) => id === current)) {
    const title = data.length === 0 ? current : `${current} · ${t('unknown')}`
    options.unshift({ const: current, title })
  }
  return (
    <SelectField
      name={t('Workspace')}
      schema={{ oneOf: options }}
      value={current}
      onChange={(id) => {
        location.hash = linkIn(String(id), route.value.view)
      }}
    />
  )
}

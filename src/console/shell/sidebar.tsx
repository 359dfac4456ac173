import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { WorkspaceDetail } from '#src/client/generated/control.ts'
import { control, mayChange, readWorkspaces } from '../api/control.ts'
import { streamStatus } from '../api/journal-stream.ts'
import { useLoaded } from '../api/loaded.ts'
import { linkIn, linkTo, route, workspaceId } from '../api/place.ts'
import { Button, setTo } from '../parts/action.tsx'
import { choice } from '../parts/fields/schema.ts'
import { SchemaField } from '../parts/form.tsx'
import { LANGUAGES, language, remembered } from '../texts/language.ts'
import { t } from '../texts/words.ts'
import { VIEWS } from '../views/index.ts'

const THEMES = ['system', 'light', 'dark'] as const

export const theme = remembered<(typeof THEMES)[number]>('theme', THEMES, 'system')

const THEME_NAMES = { system: 'System', light: 'Light', dark: 'Dark' } as const

const LANGUAGE_NAMES = { en: 'English', zh: '中文' }

const STREAM = {
  live: 'Live',
  connecting: 'Connecting…',
  lost: 'Connection lost; trying again…',
  unknown: 'No such workspace',
} as const

/** The navigation; on a narrow page it is folded behind a button. */
export const Sidebar = () => {
  const isOpen = useSignal(false)
  useEffect(setTo(isOpen, false), [route.value])
  return (
    <aside
      class={`sidebar${isOpen.value ? ' open' : ''}`}
      onKeyDown={({ key }) => key === 'Escape' && setTo(isOpen, false)()}
    >
      <a class="brand" href={linkTo(VIEWS[0].id)}>
        dam-sandbox
      </a>
      <Button
        class="sidebar-fold"
        aria-expanded={isOpen.value}
        aria-controls="navigation"
        onClick={setTo(isOpen, !isOpen.value)}
      >
        {t('Menu')}
      </Button>
      <div id="navigation" class="sidebar-rest">
        <WorkspaceChoice />
        <WorkspaceState />
        <Navigation />
        <SidebarEnd />
      </div>
    </aside>
  )
}

const Navigation = () => (
  <nav aria-label={t('Views')}>
    {(['Watch', 'Data', 'Control'] as const).map((group) => (
      <div key={group} class="nav-group">
        <span class="nav-title">{t(group)}</span>
        {VIEWS.filter((view) => view.group === group && (mayChange.value || view.id !== 'try')).map(
          ({ id, name }) => (
            <a
              key={id}
              href={linkTo(id)}
              aria-current={route.value.view === id ? 'page' : undefined}
            >
              {t(name)}
            </a>
          ),
        )}
      </div>
    ))}
  </nav>
)

const SidebarEnd = () => (
  <div class="sidebar-end">
    <p class={`stream ${streamStatus.value}`} role="status">
      {t(STREAM[streamStatus.value])}
    </p>
    <p class="muted">{t('All times are in UTC.')}</p>
    <SchemaField
      schema={choice('Language', LANGUAGES, (one) => LANGUAGE_NAMES[one])}
      value={language.value}
      onChange={(chosen) => setTo(language, chosen as typeof language.value)()}
    />
    <SchemaField
      schema={choice('Appearance', THEMES, (one) => t(THEME_NAMES[one]))}
      value={theme.value}
      onChange={(chosen) => setTo(theme, chosen as typeof theme.value)()}
    />
  </div>
)

/** Why the workspace may answer in another way than a new one: its clock, its fault rules and its variants. */
const WorkspaceState = () => {
  const { data } = useLoaded(readState, [workspaceId.value])
  if (!data) return null
  const [{ clock, variation, ...workspace }, { faults }] = data
  const variants = Object.keys(workspace.variants)
  const parts = [
    clock === 'real' ? '' : t(clock === 'frozen' ? 'Clock frozen' : 'Clock moved'),
    faults.length > 0 ? t('Fault rules: {1}', faults.length) : '',
    variants.length > 0 ? t('Variants: {1}', variants.length) : '',
    variation ? t('Variation') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : <p class="workspace-state">{parts.join(' · ')}</p>
}

const readState = (signal: AbortSignal) => {
  const path = `/workspaces/${workspaceId.value}`
  return Promise.all([
    control<WorkspaceDetail>('GET', path, { workspace: null, signal }),
    control<{ faults: object[] }>('GET', '/faults', { signal }),
  ])
}

const WorkspaceChoice = () => {
  const { data = [] } = useLoaded(readWorkspaces)
  const current = workspaceId.value
  // Names of workspaces are unique, so the id is not needed.
  const options = data.map(({ id, name }) => ({ const: id, title: name }))
  if (!data.some(({ id }) => id === current)) {
    const title = data.length === 0 ? current : `${current} · ${t('unknown')}`
    options.unshift({ const: current, title })
  }
  return (
    <SchemaField
      schema={{ title: t('Workspace'), oneOf: options }}
      value={current}
      onChange={(id) => {
        location.hash = linkIn(String(id), route.value.view)
      }}
    />
  )
}

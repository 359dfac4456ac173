import { useEffect, useErrorBoundary } from 'preact/hooks'
import { followWorkspace, streamStatus } from '../api/journal-stream.ts'
import { useOnce } from '../api/loaded.ts'
import { defaultWorkspace, linkIn, route, workspaceId } from '../api/place.ts'
import { Button, Toasts } from '../parts/action.tsx'
import { Notice, Page } from '../parts/panel.tsx'
import { language } from '../texts/language.ts'
import { t } from '../texts/words.ts'
import { VIEWS, type View } from '../views/index.ts'
import { KeyGate } from './key-gate.tsx'
import { Sidebar, theme } from './sidebar.tsx'
import './shell.css'

export const App = () => {
  useEffect(() => {
    const { documentElement: page } = document
    page.lang = language.value === 'zh' ? 'zh-CN' : 'en'
    page.dataset.theme = theme.value
  }, [language.value, theme.value])
  return (
    <KeyGate>
      <Console />
    </KeyGate>
  )
}

const Console = () => {
  useEffect(followWorkspace, [])
  useEffect(loadViews, [])
  const view = VIEWS.find(({ id }) => id === route.value.view)
  useEffect(() => {
    const name = view ? t(view.name) : 'dam-sandbox'
    document.title = `${name} · ${workspaceId.value}`
  }, [view, language.value, workspaceId.value])
  return (
    <>
      <Button class="skip" onClick={() => document.getElementById('view-title')?.focus()}>
        {t('Skip to the content')}
      </Button>
      <Sidebar />
      <main>
        {streamStatus.value === 'unknown' ? (
          <UnknownWorkspace />
        ) : view ? (
          // A view starts again in another workspace, so that nothing of the previous one stays.
          <LoadedView key={`${workspaceId.value} ${view.id}`} view={view} />
        ) : (
          <Notice tone="error">{t('This view does not exist.')}</Notice>
        )}
      </main>
      <Toasts />
    </>
  )
}

const UnknownWorkspace = () => (
  <Page title="No such workspace" lead="It was deleted, or the link is wrong.">
    <Notice tone="error">
      <code>{workspaceId.value}</code> ·{' '}
      <a href={linkIn(defaultWorkspace.value, VIEWS[0].id)}>{t('Switch to {1}', 'default')}</a>
    </Notice>
  </Page>
)

/** Loads all views ahead of need, so that they open while the server restarts. */
const loadViews = (): void => {
  setTimeout(() => {
    for (const { load } of VIEWS) load().catch(() => {})
  }, LOAD_AFTER_MS)
}

const LOAD_AFTER_MS = 1_000

/** A view, once its script is loaded; one that fails leaves the navigation. */
const LoadedView = ({ view }: { view: View }) => {
  const [failure] = useErrorBoundary()
  const { data, error = failure as Error | undefined } = useOnce(view.load, [view.id])
  if (error) return <Notice tone="error">{error.message}</Notice>
  return data ? <data.default /> : null
}

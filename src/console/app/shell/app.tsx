import { useSignal } from '@preact/signals'
import { Component, type ComponentChildren, type ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { followWorkspace } from '../api/journal-stream.ts'
import { route, workspaceId } from '../api/place.ts'
import { Toasts } from '../parts/action.tsx'
import { Notice } from '../parts/panel.tsx'
import { language } from '../texts/language.ts'
import { t } from '../texts/words.ts'
import { VIEWS, type View } from '../views/index.ts'
import { KeyGate } from './key-gate.tsx'
import { Sidebar, theme } from './sidebar.tsx'
import './shell.css'

/** The console: navigation at the side, and the view that the URL names. */
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
  const view = VIEWS.find(({ id }) => id === route.value.view)
  useEffect(() => {
    const name = view ? t(view.name) : 'dam-sandbox'
    document.title = `${name} · ${workspaceId.value}`
  }, [view, language.value, workspaceId.value])
  return (
    <>
      <button type="button" class="skip" onClick={focusContent}>
        {t('Skip to the content')}
      </button>
      <Sidebar />
      <main>
        {view ? (
          // A view begins anew in another workspace, so that nothing of the one before stays.
          <ViewBoundary key={`${workspaceId.value} ${view.id}`}>
            <LoadedView view={view} />
          </ViewBoundary>
        ) : (
          <Notice tone="error">{t('There is no view with this name.')}</Notice>
        )}
      </main>
      <Toasts />
    </>
  )
}

const focusContent = (): void => document.getElementById('view-title')?.focus()

const LoadedView = ({ view }: { view: View }) => {
  const Contents = useSignal<ComponentType | undefined>(undefined)
  const problem = useSignal('')
  useEffect(() => {
    view
      .load()
      .then((module) => {
        Contents.value = module.default
      })
      .catch((error: Error) => {
        problem.value = error.message
      })
  }, [view])
  if (problem.value !== '') return <Notice tone="error">{problem.value}</Notice>
  return Contents.value ? <Contents.value /> : null
}

/** Keeps the navigation when a view fails. */
class ViewBoundary extends Component<{ children: ComponentChildren }, { message?: string }> {
  static override getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }

  override render() {
    const { message } = this.state
    return message === undefined ? this.props.children : <Notice tone="error">{message}</Notice>
  }
}

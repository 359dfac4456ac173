import { useSignal } from '@preact/signals'
import { Component, type ComponentChildren, type ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { followWorkspace } from '../api/journal-stream.ts'
import { route, workspaceId } from '../api/place.ts'
import { Notice } from '../parts/notice.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { language, texts } from '../texts/language.ts'
import { VIEWS, type View } from '../views/index.ts'
import { KeyGate } from './key-gate.tsx'
import { Sidebar } from './sidebar.tsx'
import { followTheme } from './theme.ts'
import './shell.css'

const words = texts({
  en: { skip: 'Skip to the content', unknown: 'There is no view with this name.' },
  zh: { skip: '跳到正文', unknown: '没有这个视图。' },
})

/** The console: navigation at the side, and the view that the URL names. */
export const App = () => {
  useEffect(followTheme, [])
  useEffect(() => {
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en'
  }, [language.value])
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
    document.title = `${view?.name[language.value] ?? 'dam-sandbox'} · ${workspaceId.value}`
  }, [view, language.value, workspaceId.value])
  return (
    <>
      <button type="button" class="skip" onClick={focusContent}>
        {words().skip}
      </button>
      <Sidebar />
      <main>
        {view ? (
          // A view begins anew in another workspace, so that nothing of the one before stays.
          <ViewBoundary key={`${workspaceId.value} ${view.id}`}>
            <LoadedView view={view} />
          </ViewBoundary>
        ) : (
          <Notice tone="error">{words().unknown}</Notice>
        )}
      </main>
      <Toasts />
    </>
  )
}

const focusContent = (): void => document.getElementById('view-title')?.focus()

const LoadedView = ({ view }: { readonly view: View }) => {
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

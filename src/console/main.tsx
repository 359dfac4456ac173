import './style/theme.css'
import './style/base.css'
import './style/controls.css'
import { render } from 'preact'
import { findDefaultWorkspace } from './api/place.ts'
import { App } from './shell/app.tsx'

const root = document.getElementById('console')
await findDefaultWorkspace()
if (root) render(<App />, root)

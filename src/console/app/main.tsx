import './style/theme.css'
import './style/base.css'
import './style/controls.css'
import { render } from 'preact'
import { App } from './shell/app.tsx'

const root = document.getElementById('console')
if (root) render(<App />, root)

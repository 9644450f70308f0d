import './app/styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { allTexts, startTexts } from './i18n/index.ts'

await startTexts()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// Dialogs open fast once their texts are here, and their entries of the history; so do titles of texts that are cut.
setTimeout(() => void Promise.all([allTexts(), import('./lib/later.ts')]).catch(() => undefined), 3_000)

import { start } from '#web/light/start'
import { Bedside } from './Bedside.tsx'
import './bedside.css'

start(<Bedside />)
// Without a secure address browsers offer none; the page then works without network only while it stays open.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/bedside-worker.js')

import { start } from '#web/light/start'
import { Family } from './Family.tsx'
import './family.css'

start(<Family />)

import { start } from '#web/light/start'
import { Payer } from './Payer.tsx'
import './payer.css'

start(<Payer />)

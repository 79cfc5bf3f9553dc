import { start } from '#web/light/start'
import { SettleIn } from './SettleIn.tsx'
import './settleIn.css'

start(<SettleIn />)

import { start } from '#web/light/start'
import { Staff } from './Staff.tsx'
import './staff.css'

start(<Staff />)

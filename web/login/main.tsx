import { start } from '#web/light/start'
import { Login } from './Login.tsx'
import './login.css'

start(<Login />)

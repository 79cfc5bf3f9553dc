import { MonitorPage } from './monitor.part.tsx'

export default function TurnMonitor() {
  return <MonitorPage name="turn" />
}

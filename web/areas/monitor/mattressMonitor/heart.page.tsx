import { MonitorPage } from './monitor.part.tsx'

export default function HeartMonitor() {
  return <MonitorPage name="heart" />
}

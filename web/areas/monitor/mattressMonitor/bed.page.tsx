import { MonitorPage } from './monitor.part.tsx'

export default function BedMonitor() {
  return <MonitorPage name="bed" />
}

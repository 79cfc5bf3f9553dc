export default function ArchiveDetail() {
  return null
}

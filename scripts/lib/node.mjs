// Only syntax that an old Node reads: this file has to be able to say that Node is too old.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `需要 Node.js 20.19 或更新的版本，当前是 ${process.versions.node}，请升级后再试 (Node >= 20.19 required)`,
  )
  process.exit(1)
}

/** `import cover from './cover.jpg'`: what such a name stands for where a picture or a video is wanted. */
export function importedFiles(script: string): ReadonlyMap<string, string> {
  const found = script.matchAll(
    /^import[ \t]+(\w+)[ \t]+from[ \t]+["']([^"'\n]+\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf))["']/gim,
  )
  return new Map(Array.from(found, ([, name = '', path = '']) => [name, path]))
}

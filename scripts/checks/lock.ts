interface Lock {
  packages: Readonly<Record<string, { optionalDependencies?: Readonly<Record<string, string>> }>>
}

/**
 * Packages for other platforms that the lock file lacks: `npm ci` refuses such a lock. It happens when the registry in
 * use has only this platform's; add their entries by hand (version, os, cpu, optional).
 */
export function checkLock({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map((name) => `package-lock.json has no entry for ${name}, which ${path || 'the root'} names`),
  )
}

/** Points of the ellipse that holds `level` of a bivariate normal with the group's mean and covariance; empty below four points. */
export function normalEllipse(x: ArrayLike<number>, y: ArrayLike<number>, level: number, steps = 72): [number, number][] {
  const n = Math.min(x.length, y.length);
  if (n < 4) return [];
  let [mx, my] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    mx += (x[i] as number) / n;
    my += (y[i] as number) / n;
  }
  let [sxx, syy, sxy] = [0, 0, 0];
  for (let i = 0; i < n; i += 1) {
    const [dx, dy] = [(x[i] as number) - mx, (y[i] as number) - my];
    sxx += (dx * dx) / (n - 1);
    syy += (dy * dy) / (n - 1);
    sxy += (dx * dy) / (n - 1);
  }
  // As ggplot2::stat_ellipse(type = "norm"): radius² = 2·F(level; 2, n − 1), which has a closed form for two degrees.
  const degrees = n - 1;
  const radius = Math.sqrt(degrees * ((1 - level) ** (-2 / degrees) - 1));
  // Cholesky factor of the covariance turns the circle into the ellipse.
  const a = Math.sqrt(sxx);
  const b = a === 0 ? 0 : sxy / a;
  const c = Math.sqrt(Math.max(syy - b * b, 0));
  return Array.from({ length: steps }, (_, i) => {
    const angle = (i / steps) * 2 * Math.PI;
    const [u, v] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return [mx + a * u, my + b * u + c * v];
  });
}

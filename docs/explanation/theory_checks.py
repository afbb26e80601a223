"""Checks the errata of theory.md by numbers: prints one line a claim and fails if one is wrong.

    python3 docs/explanation/theory_checks.py

Needs numpy only. "printed" is what the paper says, "meant" what theory.md says instead; a check
passes when the printed form fails where the meant one holds.
"""
import numpy as np

rng = np.random.default_rng(7)
failures = 0


def check(where, printed_error, meant_error, tolerance=1e-9):
    """The printed form must be off by more than the tolerance, the meant one by no more."""
    global failures
    right = meant_error <= tolerance < printed_error
    failures += not right
    print(f"{'ok ' if right else 'BAD'} {where}: printed off by {printed_error:.2g}, meant by {meant_error:.2g}")


def holds(where, truth):
    global failures
    failures += not truth
    print(f"{'ok ' if truth else 'BAD'} {where}")


def gaussian(a, b, sigma=1.0):
    squared = ((a[:, None, :] - b[None, :, :]) ** 2).sum(2)
    return np.exp(-squared / (2 * sigma**2))


def descending(matrix):
    values, vectors = np.linalg.eigh(matrix)
    return values[::-1], vectors[:, ::-1]


def root(matrix, power):
    values, vectors = np.linalg.eigh(matrix)
    keep = values > 1e-12 * values[-1]
    return (vectors[:, keep] * values[keep] ** power) @ vectors[:, keep].T


n, m, d, r = 40, 12, 3, 4
x = rng.normal(size=(n, d))
y = x[:m]
k = gaussian(x, x)
ky, kxy = k[:m, :m], k[:, :m]
h = np.eye(n) - 1 / n
kc = h @ k @ h

# ---- FK: exact kernel PCA ------------------------------------------------------------------------
s = x - x.mean(0)
values, vectors = descending(s.T @ s)
e, lam = vectors[:, 0], values[0]
alpha = s @ e
check("FK (14): |alpha|^2 for alpha = X'e of (12)", abs(alpha @ alpha - 1 / lam), abs(alpha @ alpha - lam))
check("FK (14): e = X alpha asks for alpha = X'e / lambda", abs(np.linalg.norm(s.T @ alpha) - 1), abs(np.linalg.norm(s.T @ (alpha / lam)) - 1))
holds("FK secs. 2, 5: centred, at most N - 1 components", descending(kc)[0][-1] < 1e-12 and np.linalg.matrix_rank(k) == n)

values, vectors = descending(kc)
a = vectors[:, :r] / np.sqrt(values[:r])
axis = h @ a  # the axes as combinations of the features
new = rng.normal(size=(5, d))
kn = gaussian(x, new)
by_definition = axis.T @ (kn - k.mean(1, keepdims=True))
check("FK (22): first line without centring", np.abs(a.T @ kn - by_definition).max(), np.abs(a.T @ h @ (kn - k.mean(1, keepdims=True)) - by_definition).max())
p2 = (x @ x.T + 1) ** 2
shifted = (s @ s.T + 1) ** 2
holds("FK sec. 4 step 2: the input mean changes a polynomial kernel's eigenvalues", abs(descending(h @ p2 @ h)[0][0] / descending(h @ shifted @ h)[0][0] - 1) > 0.1)
holds("FK sec. 4 step 2: but not a Gaussian kernel's values", np.abs(gaussian(s, s) - k).max() < 1e-14)


def lanczos(matrix, steps):
    basis = [rng.normal(size=len(matrix))]
    basis[0] /= np.linalg.norm(basis[0])
    for _ in range(steps - 1):
        w = matrix @ basis[-1]
        for _ in range(2):
            w -= np.array(basis).T @ (np.array(basis) @ w)
        basis.append(w / np.linalg.norm(w))
    q = np.array(basis).T
    return np.linalg.eigvalsh(q.T @ matrix @ q)[::-1]


check("FK (23): as many steps as eigenvalues wanted", abs(lanczos(kc, r)[r - 1] / values[r - 1] - 1), abs(lanczos(kc, 30)[r - 1] / values[r - 1] - 1))
u = 10 * rng.normal(size=n)
box, terms = rng.uniform(size=(n, 2)), 3
centred = box - 0.5
pairs = centred @ centred.T
decay = np.exp(-(centred**2).sum(1) / 2)
tail = np.exp(pairs) - sum(pairs**j / np.prod(np.arange(1, j + 1)) for j in range(terms))
entry = (2 / 4) ** terms / 6 * np.exp(2 / 4)
error = np.abs((decay[:, None] * tail * decay[None, :]) @ u).max()
holds("FK sec. 11: the entry bound holds, with sum |u_j| for any u", np.abs(decay[:, None] * tail * decay[None, :]).max() <= entry and error <= entry * np.abs(u).sum())
pairs2, large = centred[:1] @ centred[:1].T, 1e6
tail2 = np.exp(pairs2) - sum(pairs2**j / np.prod(np.arange(1, j + 1)) for j in range(terms))
holds("FK sec. 11: N |error_p| fails for |u_j| > 1", abs(decay[0] ** 2 * tail2[0, 0] * large) > 1 * entry)

# ---- RK --------------------------------------------------------------------------------------------
check("RK example 1: x3 on the line y = 2x", abs(8 - 2 * -4), abs(-8 - 2 * -4))
shift = x + 5
c_raw = descending(shift.T @ shift / n)[0]
c_cov = descending(np.cov(shift.T, bias=True))[0]
holds("RK sec. 3 algorithm: the mean must be subtracted first", c_raw[0] > 10 * c_cov[0])
training = a.T @ kc
check("RK sec. 5 algorithm: scores from K instead of K~", np.abs(a.T @ k - training).max(), np.abs(a.T @ (k - k.mean(1, keepdims=True)) - training).max())
kv, ku = descending(k)
best = (ku[:, :r] * kv[:r]) @ ku[:, :r].T
check("RK sec. 6: K_k", abs(np.linalg.norm(k - (ku[:, :r] / kv[:r]) @ ku[:, :r].T) - np.linalg.norm(kv[r:])), abs(np.linalg.norm(k - best) - np.linalg.norm(kv[r:])))
nystrom = kxy @ np.linalg.pinv(ky) @ kxy.T
schur = k[m:, m:] - kxy[m:] @ np.linalg.pinv(ky) @ kxy[m:].T
check("RK sec. 7: Schur complement", np.abs(nystrom[m:, m:] - schur).max(), np.abs((k - nystrom)[m:, m:] - schur).max())
holds("RK Theorem 4: one landmark of the pair is enough", np.abs((k - nystrom)[:m]).max() < 1e-9)
z = rng.normal(size=(500, 2, 4))
z /= np.linalg.norm(z, axis=2, keepdims=True)
gap = np.array([np.abs(np.linalg.eigvalsh(np.outer(p, p) - np.outer(q, q))).max() for p, q in z])
holds("RK Theorem 3: equal norms halve the bound on |z'z'^T - zz^T|", (gap <= np.linalg.norm(z[:, 0] - z[:, 1], axis=1) + 1e-12).all())
l, delta = 10, 0.1
beta = 1 - 1 / (2 * max(l, n - l))
sampling = l * (n - l) / (n - 0.5) / beta
from_proof = 2 * n / l * np.sqrt(sampling * np.log(1 / delta) / 2)
printed_term = n / np.sqrt(l) * np.sqrt((n - l) / (n - 0.5) * np.log(1 / delta) / beta)
check("RK Theorem 3: factor of the second term from (9)", abs(from_proof / printed_term - 1), abs(from_proof / printed_term - np.sqrt(2)))

# ---- RS --------------------------------------------------------------------------------------------
w = rng.integers(1, 6, size=m).astype(float)
total = int(w.sum())
duplicated = np.repeat(y, w.astype(int), axis=0)
exact = descending(gaussian(duplicated, duplicated))
reduced_values, reduced_vectors = descending(np.sqrt(w)[:, None] * ky * np.sqrt(w))
holds("RS (13): eigenvalues of W K W are those of the data with duplicates", np.abs(reduced_values[:r] - exact[0][:r]).max() < 1e-9 * exact[0][0])
check("RS (10): total mass of the reduced density", abs(w.sum() / m - 1), abs(w.sum() / total - 1))
phi = exact[1][:, 0]
first = np.repeat(np.arange(m), w.astype(int))
representative = np.array([phi[first == j][0] for j in range(m)])
meant = reduced_vectors[:, 0] / np.sqrt(w)
printed = reduced_vectors[:, 0] / w**0.25
check("RS Algorithm 1: reweighting", abs(abs(printed @ representative) / np.linalg.norm(printed) / np.linalg.norm(representative) - 1), abs(abs(meant @ representative) / np.linalg.norm(meant) / np.linalg.norm(representative) - 1))
t = np.linspace(0, 4, 400001)
slope = np.abs(np.gradient(np.exp(-(t**2) / 2), t)).max() ** 2
check("RS after (19): constant of exp(-r^2/2)", abs(2 * slope - 1 / 2), abs(2 * slope - 2 / np.e), 1e-6)
eps = 1e-3
near = np.array([[0.0], [1.0]])
moved = near + np.array([[-eps], [eps]])
change = (gaussian(near[:1], near[1:])[0, 0] - gaussian(moved[:1], moved[1:])[0, 0]) ** 2
holds("RS (18): with 1/2 violated, with 2/e not", change > 0.5 * 2 * eps**2 and change <= 2 / np.e * 2 * eps**2 * (1 + 1e-9))
own_kernel = lambda p: gaussian(p, p, np.sqrt(0.5)) / len(p)  # exp(-r^2), as (19) has it for p = 2
apart = np.repeat(near * np.sqrt(0.5), 50, axis=0)
further = apart + np.repeat([[-eps], [eps]], 50, axis=0)
ratio = ((descending(own_kernel(apart))[0] - descending(own_kernel(further))[0]) ** 2).sum() / eps**2
holds(f"RS Theorem 5.2 for exp(-r^2/sigma^2): {ratio:.2f} eps^2, printed bound 1 eps^2, with 4/e {8 / np.e:.2f} eps^2", 1.4 < ratio <= 8 / np.e)
change_laplace = (np.exp(-1e-9) - np.exp(-(1e-9 + 2 * eps))) ** 2
holds("RS after (19): Laplacian needs 2 / sigma^2", change_laplace > 1 * 2 * eps**2 and change_laplace <= 2 * 2 * eps**2)
scale = 9.0  # kappa = 9
residual = np.sqrt(2 * (scale - scale * np.exp(-1 / 32)))
f = np.array([np.sqrt(scale), 0])
angle = np.arccos(np.exp(-1 / 32))
g = np.sqrt(scale) * np.array([np.cos(angle), np.sin(angle)])
hs = np.linalg.norm(np.outer(f, f) - np.outer(g, g))
holds("RS (23): holds with sqrt(kappa) for kappa = 9", hs <= 2 * np.sqrt(scale) * residual)
small = 0.01
holds("RS (23): fails with kappa for kappa = 0.01", hs * small / scale > 2 * small * residual * np.sqrt(small / scale))

# ---- SK --------------------------------------------------------------------------------------------
any_a = rng.normal(size=(n, n))
any_a += any_a.T
half = root(k, 0.5)
truth = np.linalg.norm(half - half @ any_a @ k) ** 2
check("SK (17): last term of the trace", abs(np.trace(k - k @ any_a @ k - k @ any_a.T @ k + any_a.T @ k @ any_a @ k) / truth - 1), abs(np.trace(k - k @ any_a @ k - k @ any_a.T @ k + k @ any_a.T @ k @ any_a @ k) / truth - 1))
low = root(ky, -0.5)
kappa, wv = descending(low @ kxy.T @ kxy @ low)
zv = low @ wv[:, :r]
check("SK (26): inverse root", np.abs(descending(np.linalg.pinv(ky) @ kxy.T @ kxy @ np.linalg.pinv(ky))[0][:r] / kappa[:r] - 1).max(), np.abs((kxy.T @ kxy @ zv - ky @ zv * kappa[:r])).max())
operator_error = (np.trace(k) - np.linalg.norm(kxy @ zv) ** 2) / n
holds("SK (33): with the sum over the m that exist", abs((kappa[r:m].sum() + np.trace(k - nystrom)) / n - operator_error) < 1e-12)
gg = np.linalg.cholesky(kxy.T @ kxy)
check("SK (45): decomposition", abs(descending(gg.T @ ky @ gg)[0][0] / kappa[0] - 1), abs(descending(gg.T @ np.linalg.inv(ky) @ gg)[0][0] / kappa[0] - 1))
v, va = descending(k)
v, va = v[:r], va[:, :r]
factor = np.linalg.cholesky(k + 1e-13 * np.eye(n)).T  # columns are features
t_op = factor[:, :m]
sub = t_op @ zv @ zv.T @ t_op.T
full = factor @ va / v @ va.T @ factor.T
d2 = 2 * r - 2 * np.trace(zv.T @ kxy.T @ (va / v) @ va.T @ kxy @ zv)
holds("SK (47): with S* the expansion of D^2 is right", abs(np.linalg.norm(sub - full) ** 2 - d2) < 1e-8)
check("SK sec. 2.3: GB of a full matrix of 100,000 in floats", abs(1e5**2 * 4 / 1e9 - 20), abs(1e5**2 * 4 / 1e9 - 40))
point, plane = np.array([1.0, 0.1]), np.diag([1.0, 0.0])
other = np.diag([0.0, 1.0])
holds("SK (48): the class whose subspace holds the point has the smallest distance", np.linalg.norm(point - plane @ point) < np.linalg.norm(point - other @ point))

# ---- NY --------------------------------------------------------------------------------------------
mean = kxy.mean(0)
kxy_c = kxy - mean
right = descending(low @ kxy_c.T @ kxy_c @ low)[0]
hm = np.eye(m) - 1 / m
low_c = root(hm @ ky @ hm, -0.5)
wrong = descending(low_c @ kxy_c.T @ kxy_c @ low_c)[0]
features = kxy @ low
by_pca = descending((features - features.mean(0)).T @ (features - features.mean(0)))[0]
check("NY (16): tilde on K_mm", abs(wrong[0] / by_pca[0] - 1), abs(right[0] / by_pca[0] - 1))

# ---- our own formulas ------------------------------------------------------------------------------
weights = rng.integers(1, 5, size=n).astype(float)
big = np.repeat(x, weights.astype(int), axis=0)
big_k = gaussian(big, big)
big_h = np.eye(len(big)) - 1 / len(big)
big_values = descending(big_h @ big_k @ big_h)[0]
share = weights / weights.sum()
left = np.eye(n) - np.outer(np.ones(n), share)
weighted = np.sqrt(weights)[:, None] * (left @ k @ left.T) * np.sqrt(weights)
own, ov = descending(weighted)
check("weights: W^1/2 K~ W^1/2 with the weighted mean", np.abs(descending(np.sqrt(weights)[:, None] * kc * np.sqrt(weights))[0][:r] - big_values[:r]).max(), np.abs(own[:r] - big_values[:r]).max())
coefficients = np.sqrt(weights)[:, None] * ov[:, :r] / np.sqrt(own[:r])
holds("weights: coefficients sum to zero", np.abs(coefficients.sum(0)).max() < 1e-10)
offset = coefficients.T @ k @ share
scores = coefficients.T @ k - offset[:, None]
holds("weights: weighted sum of squared scores is the eigenvalue", np.abs((scores**2 * weights).sum(1) - own[:r]).max() < 1e-9)
gram = coefficients.T @ k @ coefficients
holds("axes are orthonormal", np.abs(gram - np.eye(r)).max() < 1e-9)
direct = a.T @ kc
e_emp = (np.trace(kc) - 2 * (direct**2).sum() + np.trace(direct @ direct.T)) / n
holds("E_emp of exact = sum of the eigenvalues left out / n", abs(e_emp - values[r:].sum() / n) < 1e-12)

# ---- bounds of landmarks ---------------------------------------------------------------------------
half = root(k, 0.5)
worst = 0.0
below = True
for _ in range(50):
    drawn = rng.permutation(n)[:m]
    z = np.sqrt(n / m) * half[:, drawn]
    moved = np.linalg.norm(half @ half.T - z @ z.T)
    missed = k - k[:, drawn] @ np.linalg.pinv(k[np.ix_(drawn, drawn)]) @ k[drawn]
    tail = np.sqrt((descending(k)[0][m:] ** 2).sum())
    worst = max(worst, np.linalg.norm(missed) - tail - 2 * moved)
    below &= 2 * moved <= np.sqrt(8 * np.sqrt(m) * n * moved)
holds("RK Theorem 3: |R|_F <= |K - K_l|_F + 2 |XX' - ZZ'|_F, and that is below the fourth root", worst <= 1e-9 and below)
worst = 0.0
for _ in range(200):
    first = rng.normal(size=(6, 6))
    first = first @ first.T
    change = 0.02 * rng.normal(size=(6, 6))
    second = first + change + change.T
    (va, ua), (vb, ub) = descending(first), descending(second)
    b, g = np.linalg.norm(first - second), vb[1] - vb[2]
    if b < g / 4:
        turned = np.linalg.norm(ua[:, :2] @ ua[:, :2].T - ub[:, :2] @ ub[:, :2].T)
        worst = max(worst, turned - np.sqrt(2) * b / (g - b), np.sqrt(2) * b / (g - b) - 2 * b / g)
holds("RS (24): with the gap of the other operator, by Davis and Kahan", worst <= 1e-9)
p = r + 4
ritz_v = descending(h @ (kxy @ np.linalg.solve(ky, kxy.T)) @ h)
v = ritz_v[1][:, :p]
ritz = v.T @ kc @ v
left_over = kc @ v - v @ ritz
rho = ritz_v[0][p] + descending(k - kxy @ np.linalg.solve(ky, kxy.T))[0][0]
corner = root(left_over.T @ left_over, 0.5)
upper = descending(np.block([[ritz, corner], [corner, rho * np.eye(p)]]))[0]
holds("certificates: eigenvalues from Ritz vectors and what is left", (descending(kc)[0][:p] <= np.maximum(upper[:p], rho) + 1e-9).all())

print("all hold" if failures == 0 else f"{failures} wrong")
raise SystemExit(failures != 0)

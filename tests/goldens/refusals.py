"""Commands that are refused: how they say so is recorded."""

READING = """
absent.csv {columns}
nothing.csv {columns}
header_only.csv {columns}
ragged.csv {columns}
latin.csv {columns}
not.parquet {columns}
'*.tsv' {columns}
absent.csv ragged.csv {columns} --skip-bad
mail.csv {columns} --encoding klingon
mail.csv {columns} --connect absent.duckdb
mail.csv {columns} --engine oracle
mail.csv {columns} --no-such-option
mail.csv {columns} --level 95
mail.csv {columns} --level many
mail.csv {columns} --seed one
mail.csv {columns} --json absent/there.json
mail.csv {columns} --csv --latex
"""
"""What every command that reads a file may meet."""

REFUSALS = {
    "evaluate": READING.format(columns="")
    + """

animals.csv --truth verity
animals.csv --prediction predicton
systems.csv
twice.csv
gaps.csv --truth truth --prediction prediction
mail.csv --positive spma
animals.csv --labels cat,dog
mail.csv --weight place
negative.csv --weight w
mail.csv --count w
mail.csv --by palce
mail.csv --cluster nobody
mail.csv --measure informednes
mail.csv --prevalence 2
animals.csv --prevalence 0.1,0.2
mail.csv --prevalence ham=0.1,eggs=0.9
mail.csv --cost-positive -1
animals.csv --cost-positive 2
mail.csv --undefined never
mail.csv --method wilsonn
mail.csv --on-missing ignore
animals.csv --table
mail.csv --rows prediction
matrix.csv --table --truth a
mail.csv --fail-under informedness
mail.csv --fail-under informedness=high
mail.csv --fail-under bogus=0.1
one_class.csv --fail-under informedness=0.1
mail.csv --follow
""",
    "compare": READING.format(columns="--prediction prediction --prediction place")
    + """
systems.csv
systems.csv --prediction a
systems.csv --prediction a --prediction a
systems.csv --prediction a --prediction z
systems.csv --truth verity --prediction a --prediction b
systems.csv --prediction a --prediction b --positive highest
systems.csv --prediction a --prediction b --labels high,low
systems.csv --prediction a --prediction b --cluster nobody
systems.csv --prediction a --prediction b --measure bogus
systems.csv --prediction a --prediction b --measure counts
systems.csv --prediction a --prediction b --measure f1
systems.csv --prediction a --prediction b --method tangoo
systems.csv --prediction a --prediction b --method tango
systems.csv --prediction a --prediction b --test swop
systems.csv --prediction a --prediction b --test mcnemar_exact
systems.csv --prediction a --prediction b --adjust bonferoni
gaps.csv --prediction prediction --prediction place
""",
    "test": READING.format(columns="")
    + """

animals.csv --truth verity
systems.csv
gaps.csv --truth truth --prediction prediction
mail.csv --positive spma
animals.csv --labels cat,dog
negative.csv --weight w
mail.csv --count w
mail.csv --by palce
mail.csv --cluster nobody
mail.csv --method fischer
mail.csv --cluster patient --method fisher
animals.csv --method yates
mail.csv --alternative better
mail.csv --per-class --adjust holmes
animals.csv --table
matrix.csv --table --by a
""",
    "roc": READING.format(columns="--score w")
    + """
scores.csv
scores.csv --score q
scores.csv --score site
text_scores.csv --score p
gaps.csv --truth truth --score p
animals.csv --score half
scores.csv --score p --truth verity
scores.csv --score p --positive ill
scores.csv --score p --weight site
scores.csv --score p --count w
scores.csv --score p --by sites
scores.csv --score p --prevalence 2
scores.csv --score p --cost-positive -1
scores.csv --score p --optimise bogus
scores.csv --score p --at-least recall
scores.csv --score p --at-least bogus=0.1
scores.csv --score p --plot picture.bmp
scores.csv --score p --space roc
scores.csv --score p --on-disk --by site
examples/wine_scores.csv --truth cultivar --score barolo
examples/wine_scores.csv --truth cultivar --classes barolo,barbera --score barolo
one_class.csv --score prediction
""",
    "mark": READING.format(columns="--key a,b")
    + """
exam.csv
exam.csv --key KEY
exam.csv --candidate name --key NOBODY
exam.csv --candidate name --key A,B,C
exam.csv --candidate name --key A,C,B,D,D,A,B,C --options 2
exam.csv --candidate name --key KEY --options two
exam.csv --candidate name --key KEY --adjust tukey
exam.csv --candidate name --key KEY --answer q1
""",
    "agree": READING.format(columns="--rater truth --rater prediction")
    + """

ratings.csv --item subject
ratings.csv --rater ann
ratings.csv --rater ann --rater eve
ratings.csv --item item --categories 1,2
ratings.csv --item item --measure bogus
ratings.csv --item item --weights cubic
mail.csv --rater truth --rater prediction --weights quadratic --categories spam,eggs
ratings.csv --item item --method bogus
ratings.csv --item item --replicates 0
ratings.csv --item item --scale mine
ratings.csv --item item --plot picture.bmp
ratings.csv --item item --counts
long.csv --item item --rater rater --category label
long.csv --category grade
long.csv --item item --rater rater --rater item --category grade
examples/diagnoses_fleiss_1971.csv --item patient --counts --categories a,b
header_only.csv --counts
""",
    "concord": READING.format(columns="truth prediction")
    + """
groups.csv
groups.csv class
groups.csv class clusters
groups.csv class class
gaps.csv truth prediction
groups.csv class found --on-missing ignore
groups.csv class found --measure bogus
groups.csv class found --measure mcc
groups.csv class found --method bogus
groups.csv class found --replicates -1
groups.csv class found --replicates few
groups.csv class found --replicates 1
groups.csv class found guess
""",
    "power": """

--informedness
--informedness high
--informedness 2
--informedness 0
--informedness 0.2 --against 0.2
--informedness 0.2 --against -3
--informedness 0.2 --prevalence 0
--informedness 0.2 --prevalence 1.5
--informedness 0.2 --prevalence 0.5,0.6
--informedness 0.2 --prevalence rare
--informedness 0.2 --prevalence 0.5,0.3,0.2 --bias 0.5
--informedness 0.9 --prevalence 0.1 --bias 0.9
--informedness 0.2 --power 1
--informedness 0.2 --level 2
--informedness 0.2 --sides 3
--informedness 0.2 --n 0
--informedness 0.2 --n many
--informedness 0.7 --difference 0.5
--informedness 0.7 --difference 0
--informedness 0.7 --correlation 0.1
--informedness 0.7 --difference 0.1 --correlation 2
--informedness 0.7 --difference 0.1 --against 0.2
--informedness 0.2 --csv --markdown
--informedness 0.2 --no-such-option
""",
    "simulate": """

--n 10
--informed 0.5
--n 0 --informed 0.5
--n ten --informed 0.5
--n 10 --informed much
--n 10 --informed 2
--n 10 --informed 0.1,0.2,0.3 --k 2
--n 10 --informed 0.5 --prevalence 0.5,0.6
--n 10 --informed 0.5 --prevalence rare
--n 10 --informed 0.5 --k 1
--n 10 --informed 0.5 --guess wildly
--n 10 --informed 0.5 --guess 0.1,0.1
--n 10 --informed 0.5 --wrong often
--n 10 --informed 0.5 --noise 2
--n 10 --informed 0.5 --missing 0.1
--n 10 --informed 0.5 --kind ranks
--n 10 --informed 0.5 --kind ratings
--n 10 --informed 0.5 --kind scores --k 3
--n 10 --informed 0.5 --sampling rows
--n 10 --informed 0.5 --labels a,a
--n 10 --informed 0.5 --labels a,b,c --k 2
--n 10 --informed 0.5 --output items.xml
--n 10 --informed 0.5 --output absent/items.csv
--n 10 --informed 0.5 --format parquet
""",
    "study": """
nonsense
kappa2012 --replicates 0
kappa2012 --replicates few
kappa2012 --quick --workers 0
kappa2012 --quick --seed one
kappa2012 --quick --csv --markdown
kappa2012 --quick --latex
kappa2012 --quick --folder mail.csv
mine
mine --n 40
mine --n 0 --prevalence 0.5
mine --n forty --prevalence 0.5
mine --n 40 --prevalence 2
mine --n 40 --prevalence 0.5,0.6
mine --n 40 --prevalence even --k 1
mine --n 40 --prevalence 0.5 --informed 2
mine --n 40 --prevalence 0.5 --informed much
mine --n 40 --prevalence 0.5 --guess wildly
mine --n 40 --prevalence 0.5 --measure bogus
mine --n 40 --prevalence 0.5 --replicates 0
""",
    "measures": """
informednes
xyzzy
f
mcc informedness
pycm:Bogus
--kind bogus
informedness --kind count
--json absent/there.json
--csv --latex
""",
}
"""For each command the rest of each line."""


def lines(command):
    """The refused lines of one command."""
    return [" ".join([command, *rest.split()]) for rest in REFUSALS[command].splitlines() if rest]

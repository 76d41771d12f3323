from .evaluation import forest_of_classes as forest_of_classes
from .evaluation import forest_of_groups as forest_of_groups
from .evaluation import forest_of_measures as forest_of_measures
from .roc_points import roc_position as roc_position
from .tables import confusion as confusion

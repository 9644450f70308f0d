// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, MintMany} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {MintManyBase} from "../../base/MintManyBase.sol";

contract MintManyTest is MintManyBase {
    /// @dev What Bob's voucher for three says otherwise does not count.
    function changedReverts(MintMany memory terms) private {
        Sig memory sig = signedMany(officialOf(), bob, three());
        mintManyReverts(officialOf(), bob, terms, sig, unsigned(terms.items[0].tokenId, bob));
    }

    /// [MASS-04]
    function test_RevertWhen_ThereAreNoItems() public ofEachStandard {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionItemsNone.selector);
        mintManyReverts(officialOf(), bob, many(7, 0, noFees()), why);
    }

    /// [MASS-04]
    function test_RevertWhen_ItemsAreTooMany() public ofEachStandard {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionItemsTooMany.selector, 51, 50);
        mintManyReverts(officialOf(), bob, many(7, 51, noFees()), why);
    }

    /// [MASS-04]
    function test_WhenThereAreFiftyItems() public ofEachStandard {
        mintMany(officialOf(), bob, many(7, 50, oneFee(carol, 500)));
        vm.assertEq(held(officialOf(), bob, 7, 56), 50 * supplyOf(), "all of them");
    }

    function test_WhenThereIsOneItem() public ofEachStandard {
        mintMany(officialOf(), bob, many(7, 1, noFees()));
        vm.assertEq(held(officialOf(), bob, 7, 7), supplyOf(), "it");
    }

    function test_WhenOwnerOfAUsersCollection() public ofEachStandard {
        mintMany(ownOf(), alice, three());
        vm.assertEq(held(ownOf(), alice, 7, 9), 3 * supplyOf(), "hers");
    }

    function test_RevertWhen_NotOwnerOfAUsersCollection() public ofEachStandard {
        mintManyReverts(ownOf(), bob, three(), abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob));
    }

    function test_WhenItIsTheDeadline() public ofEachStandard {
        MintMany memory terms = three();
        vm.warp(terms.deadline);
        mintMany(officialOf(), bob, terms);
        vm.assertEq(held(officialOf(), bob, 7, 9), 3 * supplyOf(), "in time");
    }

    function test_RevertWhen_TheDeadlineHasPassed() public ofEachStandard {
        MintMany memory terms = three();
        vm.warp(terms.deadline + 1);
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionVoucherExpired.selector, terms.deadline);
        mintManyReverts(officialOf(), bob, terms, why);
    }

    function test_RevertWhen_AnotherSigned() public ofEachStandard {
        MintMany memory terms = three();
        bytes memory why = unsigned(7, bob);
        mintManyReverts(officialOf(), bob, terms, signed(EVE_KEY, officialOf().mintManyDigest(terms, bob)), why);
        mintManyReverts(officialOf(), bob, terms, none(), why);
        mintManyReverts(officialOf(), bob, terms, mirrored(signedMany(officialOf(), bob, terms)), why);
    }

    function test_RevertWhen_TheVoucherIsForAnotherMinter() public ofEachStandard {
        mintManyReverts(officialOf(), bob, three(), signedMany(officialOf(), eve, three()), unsigned(7, bob));
    }

    function test_RevertWhen_TheVoucherIsForAnotherPlace() public ofEachStandard {
        MintMany memory terms = three();
        mintManyReverts(officialOf(), bob, terms, signedMany(ownOf(), bob, terms), unsigned(7, bob));
        mintManyReverts(officialOf(), bob, terms, signedMany((isEditions ? ICollection(official) : editions), bob, terms), unsigned(7, bob));
        Sig memory sig = signedMany(officialOf(), bob, terms);
        vm.chainId(31338);
        mintManyReverts(officialOf(), bob, terms, sig, unsigned(7, bob));
        vm.chainId(31337);
    }

    function test_RevertWhen_AnIdIsChanged() public ofEachStandard {
        MintMany memory terms = three();
        terms.items[2].tokenId = 10;
        changedReverts(terms);
    }

    function test_RevertWhen_AUriIsChanged() public ofEachStandard {
        MintMany memory terms = three();
        terms.items[2].uri = "/else";
        changedReverts(terms);
    }

    function test_RevertWhen_ASupplyIsChanged() public ofEachStandard {
        MintMany memory terms = three();
        ++terms.items[2].supply;
        changedReverts(terms);
    }

    /// Of one item, so that royalties are bound to their id.
    function test_RevertWhen_ARoyaltyIsChanged() public ofEachStandard {
        MintMany memory terms = three();
        terms.items[2].fees = oneFee(bob, 500);
        changedReverts(terms);
        terms.items[2].fees = oneFee(carol, 499);
        changedReverts(terms);
        terms.items[2].fees = noFees();
        changedReverts(terms);
    }

    function test_RevertWhen_TheDeadlineIsChanged() public ofEachStandard {
        MintMany memory terms = three();
        ++terms.deadline;
        changedReverts(terms);
    }

    function test_RevertWhen_ItemsAreLeftOutOrMoved() public ofEachStandard {
        changedReverts(many(7, 2, oneFee(carol, 500)));
        changedReverts(many(7, 4, oneFee(carol, 500)));
        MintMany memory terms = three();
        (terms.items[1], terms.items[2]) = (terms.items[2], terms.items[1]);
        changedReverts(terms);
    }

    function test_RevertGiven_TheSignerIsRemoved() public ofEachStandard {
        Sig memory sig = signedMany(ownOf(), alice, three());
        vm.startPrank(alice);
        ownOf().removeSigner(miner);
        vm.expectRevert(unsigned(7, alice));
        ownOf().mintMany(three(), sig);
        vm.stopPrank();
    }

    function test_RevertGiven_TheVoucherIsSpent() public ofEachStandard {
        mintMany(officialOf(), bob, three());
        mintManyReverts(officialOf(), bob, three(), alreadyMinted(7));
        for (uint256 id = 7; id < 10; ++id) {
            burnAll(officialOf(), bob, id);
        }
        mintManyReverts(officialOf(), bob, three(), alreadyMinted(7));
    }

    /// Nor is any other of the voucher's items minted.
    function test_RevertGiven_AnItemIsMinted() public ofEachStandard {
        mintOne(officialOf(), eve, 9);
        mintManyReverts(officialOf(), bob, three(), alreadyMinted(9));
        vm.assertEq(held(officialOf(), bob, 7, 9), 0, "none");
        mintOne(officialOf(), eve, 7);
    }

    function test_RevertGiven_AnItemIsBurnt() public ofEachStandard {
        mintOne(officialOf(), bob, 8);
        burnAll(officialOf(), bob, 8);
        mintManyReverts(officialOf(), bob, three(), alreadyMinted(8));
    }

    function test_RevertWhen_AnIdComesTwice() public ofEachStandard {
        MintMany memory terms = three();
        terms.items[2].tokenId = 7;
        mintManyReverts(officialOf(), bob, terms, alreadyMinted(7));
    }

    function test_RevertWhen_AUriIsEmpty() public ofEachStandard {
        MintMany memory terms = three();
        terms.items[2].uri = "";
        mintManyReverts(officialOf(), bob, terms, abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector));
    }

    function test_RevertWhen_AFeeIsWrong() public ofEachStandard {
        MintMany memory terms = three();
        terms.items[2].fees = oneFee(address(0), 1);
        mintManyReverts(officialOf(), bob, terms, abi.encodeWithSelector(ICollection.CollectionFeeRecipientZero.selector, 0));
        terms.items[2].fees = oneFee(carol, 0);
        mintManyReverts(officialOf(), bob, terms, abi.encodeWithSelector(ICollection.CollectionFeeZero.selector, 0));
        terms.items[2].fees = oneFee(carol, 1001);
        mintManyReverts(officialOf(), bob, terms, abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000));
        terms.items[2].fees = new Fee[](6);
        mintManyReverts(officialOf(), bob, terms, abi.encodeWithSelector(ICollection.CollectionFeesTooMany.selector, 6, 5));
    }

    /// A single mint's voucher is another type.
    function test_RevertWhen_TheVoucherIsForOne() public ofEachStandard {
        Sig memory sig = signed(MINER_KEY, officialOf().mintDigest(7, bob));
        mintManyReverts(officialOf(), bob, many(7, 1, noFees()), sig, unsigned(7, bob));
    }
}

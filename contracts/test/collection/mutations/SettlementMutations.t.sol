// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";

/// @notice One call of `mintAtSettlement`, taken apart.
struct Attempt {
    ICollection collection;
    address caller;
    uint256 id;
    address creator;
    address to;
    uint256 amount;
    SettlementVoucher voucher;
}

/// @notice A call that works, of which each test changes one thing and expects one error.
contract SettlementMutationsTest is Collection1155Base {
    address private constant EXCHANGE = address(0xE8C);

    /// @dev Ten units of which three are sold, with two royalties.
    function base() private view returns (Attempt memory a) {
        (a.collection, a.caller, a.id, a.creator, a.to, a.amount) = (editions, EXCHANGE, 7, alice, bob, 3);
        a.voucher.fees = new Fee[](2);
        (a.voucher.fees[0], a.voucher.fees[1]) = (Fee(carol, 500), Fee(alice, 100));
        (a.voucher.uri, a.voucher.supply, a.voucher.deadline) = (CID, 10, block.timestamp + 1 days);
        return signedBy(a, MINER_KEY);
    }

    function signedBy(Attempt memory a, uint256 key) private view returns (Attempt memory) {
        a.voucher.sig = signed(key, a.collection.settlementMintDigest(a.caller, a.id, a.creator, a.voucher));
        return a;
    }

    function call(Attempt memory a) private {
        vm.prank(a.caller);
        a.collection.mintAtSettlement(a.id, a.creator, a.to, a.amount, a.voucher);
    }

    function fails(Attempt memory a, bytes memory why) private {
        vm.expectRevert(why);
        call(a);
        vm.assertEq(editions.totalSupply(a.id) + official.totalSupply() + own.totalSupply(), 0, "nothing minted");
    }

    function failsAsForeign(Attempt memory a) private {
        fails(a, abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, a.id, a.creator));
    }

    function amountInvalid(uint256 amount) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionAmountInvalid.selector, 7, amount);
    }

    /// @dev The same sale of an ERC721.
    function single() private view returns (Attempt memory a) {
        a = base();
        (a.collection, a.amount, a.voucher.supply) = (official, 1, 1);
        return signedBy(a, MINER_KEY);
    }

    function test_TheBaseWorks() public {
        call(base());
        call(single());
    }

    function test_RevertWhen_AnotherExchangeCalls() public {
        Attempt memory a = base();
        a.caller = eve;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheCreatorCalls() public {
        Attempt memory a = base();
        a.caller = alice;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheIdIsAnother() public {
        Attempt memory a = base();
        a.id = 8;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheCreatorIsAnother() public {
        Attempt memory a = base();
        a.creator = eve;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheCollectionIsAnother() public {
        Attempt memory a = base();
        (a.collection, a.amount) = (official, 1);
        a.voucher.supply = 1;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheChainIsAnother() public {
        Attempt memory a = base();
        vm.chainId(31338);
        failsAsForeign(a);
    }

    function test_RevertWhen_ARoyaltyGoesToAnother() public {
        Attempt memory a = base();
        a.voucher.fees[0].recipient = eve;
        failsAsForeign(a);
    }

    function test_RevertWhen_ARoyaltyIsLower() public {
        Attempt memory a = base();
        a.voucher.fees[0].value = 499;
        failsAsForeign(a);
    }

    function test_RevertWhen_ARoyaltyIsHigher() public {
        Attempt memory a = base();
        a.voucher.fees[1].value = 101;
        failsAsForeign(a);
    }

    function test_RevertWhen_RoyaltiesChangePlaces() public {
        Attempt memory a = base();
        (a.voucher.fees[0], a.voucher.fees[1]) = (a.voucher.fees[1], a.voucher.fees[0]);
        failsAsForeign(a);
    }

    function test_RevertWhen_ARoyaltyIsLeftOut() public {
        Attempt memory a = base();
        a.voucher.fees = oneFee(carol, 500);
        failsAsForeign(a);
    }

    function test_RevertWhen_ARoyaltyIsAdded() public {
        Attempt memory a = base();
        Fee[] memory fees = new Fee[](3);
        (fees[0], fees[1], fees[2]) = (a.voucher.fees[0], a.voucher.fees[1], Fee(eve, 1));
        a.voucher.fees = fees;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheUriIsAnother() public {
        Attempt memory a = base();
        a.voucher.uri = string.concat(CID, "/1");
        failsAsForeign(a);
    }

    function test_RevertWhen_TheSupplyIsLower() public {
        Attempt memory a = base();
        a.voucher.supply = 9;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheSupplyIsHigher() public {
        Attempt memory a = base();
        a.voucher.supply = 11;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheDeadlineIsLater() public {
        Attempt memory a = base();
        a.voucher.deadline += 1;
        failsAsForeign(a);
    }

    function test_RevertWhen_TheDeadlineIsOver() public {
        Attempt memory a = base();
        vm.warp(a.voucher.deadline + 1);
        fails(a, abi.encodeWithSelector(ICollection.CollectionVoucherExpired.selector, a.voucher.deadline));
    }

    function test_RevertWhen_VIsAnother() public {
        Attempt memory a = base();
        a.voucher.sig.v = a.voucher.sig.v == 27 ? 28 : 27;
        failsAsForeign(a);
    }

    function test_RevertWhen_VIsUnknown() public {
        Attempt memory a = base();
        a.voucher.sig.v -= 27;
        failsAsForeign(a);
    }

    function test_RevertWhen_RIsAnother() public {
        Attempt memory a = base();
        a.voucher.sig.r ^= bytes32(uint256(1));
        failsAsForeign(a);
    }

    function test_RevertWhen_SIsAnother() public {
        Attempt memory a = base();
        a.voucher.sig.s ^= bytes32(uint256(1));
        failsAsForeign(a);
    }

    function test_RevertWhen_SIsHigh() public {
        Attempt memory a = base();
        a.voucher.sig = mirrored(a.voucher.sig);
        failsAsForeign(a);
    }

    function test_RevertWhen_TheSignatureIsZero() public {
        Attempt memory a = base();
        a.voucher.sig = none();
        failsAsForeign(a);
    }

    function test_RevertWhen_AnotherSigns() public {
        failsAsForeign(signedBy(base(), EVE_KEY));
    }

    function test_RevertWhen_TheCreatorSigns() public {
        failsAsForeign(signedBy(base(), ALICE_KEY));
    }

    function test_RevertGiven_TheSignerIsRemoved() public {
        Attempt memory a = base();
        vm.prank(operator);
        editions.removeSigner(miner);
        failsAsForeign(a);
    }

    function test_RevertWhen_TheAmountIsZero() public {
        Attempt memory a = base();
        a.amount = 0;
        fails(a, amountInvalid(0));
        a = single();
        a.amount = 0;
        fails(a, amountInvalid(0));
    }

    function test_RevertWhen_TheAmountIsAboveTheSupply() public {
        Attempt memory a = base();
        a.amount = 11;
        fails(a, amountInvalid(11));
        a = single();
        a.amount = 2;
        fails(a, amountInvalid(2));
    }

    function test_RevertWhen_TheReceiverIsZero() public {
        Attempt memory a = base();
        a.to = address(0);
        fails(a, abi.encodeWithSignature("ERC1155InvalidReceiver(address)", address(0)));
        a = single();
        a.to = address(0);
        fails(a, abi.encodeWithSignature("ERC721InvalidReceiver(address)", address(0)));
    }

    function test_RevertWhen_ASignedSupplyIsZero() public {
        Attempt memory a = base();
        a.voucher.supply = 0;
        fails(signedBy(a, MINER_KEY), abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 7));
    }

    function test_RevertWhen_ASignedSupplyOfAnERC721IsTwo() public {
        Attempt memory a = single();
        a.voucher.supply = 2;
        fails(signedBy(a, MINER_KEY), abi.encodeWithSelector(ICollection.CollectionSupplyInvalid.selector, 7, 2));
    }

    function test_RevertWhen_ASignedUriIsEmpty() public {
        Attempt memory a = base();
        a.voucher.uri = "";
        fails(signedBy(a, MINER_KEY), abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector));
    }

    function test_RevertWhen_ASignedRoyaltyIsAboveTheCap() public {
        Attempt memory a = base();
        a.voucher.fees[0].value = 901;
        fails(signedBy(a, MINER_KEY), abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000));
    }

    function test_RevertWhen_ASignedRoyaltyIsZero() public {
        Attempt memory a = base();
        a.voucher.fees[1].value = 0;
        fails(signedBy(a, MINER_KEY), abi.encodeWithSelector(ICollection.CollectionFeeZero.selector, 1));
    }

    function test_RevertWhen_ASignedRecipientIsZero() public {
        Attempt memory a = base();
        a.voucher.fees[1].recipient = address(0);
        fails(signedBy(a, MINER_KEY), abi.encodeWithSelector(ICollection.CollectionFeeRecipientZero.selector, 1));
    }

    function test_RevertWhen_TheCreatorDoesNotOwnAUsersCollection() public {
        Attempt memory a = single();
        (a.collection, a.creator) = (own, eve);
        fails(signedBy(a, MINER_KEY), abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {KittyToken} from "./KittyToken.sol";
import {MixedKitty, MuteToken, SilentERC721} from "./OldTokens.sol";

/// @notice Prizes whose token does nothing where it refuses: what lies here already is no other account's prize, and what still lies here
/// was not delivered.
contract SilentTest is BoxBase {
    uint256 private constant FIRST = 77;

    KittyToken private kitties;

    function setUp() public override {
        super.setUp();
        kitties = new MixedKitty();
    }

    function orderOf(address token_, uint8 assetType, uint256 count) private view returns (BoxOrder memory) {
        Asset[] memory kinds = new Asset[](count);
        for (uint256 i; i < count; ++i) {
            kinds[i] = Asset(token_, FIRST + i, assetType);
        }
        return single(coin(), kinds);
    }

    function series(uint256 count) private returns (bytes32) {
        for (uint256 i; i < count; ++i) {
            kitties.give(alice, FIRST + i);
            vm.prank(alice);
            kitties.approve(address(proxy), FIRST + i);
        }
        return registered(orderOf(address(kitties), 4, count));
    }

    function keptFirst() private returns (bytes32 id) {
        id = series(1);
        openAs(bob, id, 1);
        kitties.pause(true);
        mine(2);
        reveal(id, 0);
        kitties.pause(false);
        vm.assertEq(box.kept(id, bob, 0), 1, "kept while the token is paused");
    }

    /// @dev Eve registers what Alice deposited.
    function evesReverts(BoxOrder memory order, bytes memory why) private {
        (order.key.owner, order.key.salt) = (eve, 9);
        vm.expectRevert(why);
        vm.prank(eve);
        box.register(order, anchor(), CHAIN, PRICE);
    }

    function missing(uint256 kind) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IBlindBox.BoxPrizeMissing.selector, kind);
    }

    function test_RevertGiven_AnOldPrizeLiesHere() public {
        kitties = new KittyToken();
        kitties.setSilent(true);
        series(1);
        evesReverts(orderOf(address(kitties), 4, 1), missing(0));
        kitties = new MixedKitty();
        series(1);
        evesReverts(orderOf(address(kitties), 4, 1), missing(0));
    }

    function test_RevertGiven_AnERC721PrizeLiesHere() public {
        SilentERC721 silent = new SilentERC721();
        silent.give(alice, FIRST);
        vm.prank(alice);
        silent.setApprovalForAll(address(proxy), true);
        BoxOrder memory order = orderOf(address(silent), 3, 1);
        registered(order);
        evesReverts(order, missing(0));
    }

    function test_RevertWhen_OneItemIsTwoKinds() public {
        kitties = new KittyToken();
        kitties.setSilent(true);
        kitties.give(alice, FIRST);
        vm.prank(alice);
        kitties.approve(address(proxy), FIRST);
        BoxOrder memory order = orderOf(address(kitties), 4, 2);
        order.key.sellAssets[1].tokenId = FIRST;
        vm.expectRevert(missing(1));
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
    }

    function test_RevertWhen_ItIsNotTheSellers() public {
        kitties.give(bob, FIRST);
        BoxOrder memory order = orderOf(address(kitties), 4, 1);
        vm.expectRevert(abi.encodeWithSignature("TransferProxyItemNotMoved(address,uint256)", kitties, FIRST));
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
    }

    function test_WhenTheTokenIsPaused() public {
        kitties = new KittyToken();
        kitties.setSilent(true);
        bytes32 id = keptFirst();
        vm.prank(bob);
        box.collect(id, 0, 1, bob, carol);
        vm.assertEq(kitties.ownerOf(FIRST), carol, "collected");
    }

    function keptWhile(MuteToken.Mood mood) private {
        MuteToken mute = new MuteToken();
        mute.give(alice, FIRST);
        bytes32 id = registered(orderOf(address(mute), 4, 1));
        openAs(bob, id, 1);
        mute.setMood(mood);
        mine(2);
        reveal(id, 0);
        vm.assertEq(box.kept(id, bob, 0), 1, "kept while its owner is unknown");
        mute.setMood(MuteToken.Mood.Talks);
        box.collect(id, 0, 1, bob, bob);
        vm.assertEq(mute.ownerOf(FIRST), bob, "collected");
    }

    function test_WhenTheTokenSaysNoOwner() public {
        keptWhile(MuteToken.Mood.SaysNothing);
    }

    function test_WhenTheTokenRevertsWhereItIsAskedForTheOwner() public {
        keptWhile(MuteToken.Mood.Reverts);
    }

    /// Anybody may collect for Bob, with as little gas as it likes.
    /// forge-config: default.isolate = true
    function test_WhenLittleGasCollectsIt() public {
        bytes32 id = keptFirst();
        bytes memory data = abi.encodeCall(box.collect, (id, 0, 1, bob, bob));
        bool ok;
        for (uint256 gas = 10_000; gas < 300_000 && !ok; gas += 500) {
            vm.prank(eve);
            (ok,) = address(box).call{gas: gas}(data);
            vm.assertTrue(ok == (kitties.ownerOf(FIRST) == bob), "delivered or reverted");
            vm.assertEq(box.kept(id, bob, 0), ok ? 0 : 1, "kept until it is delivered");
        }
        vm.assertTrue(ok, "with enough gas");
    }

    /// forge-config: default.isolate = true
    function test_WhenLittleGasTakesItBack() public {
        bytes32 id = series(5);
        vm.warp(END);
        uint256[] memory all = new uint256[](5);
        for (uint256 i; i < 5; ++i) {
            all[i] = i;
        }
        bytes memory data = abi.encodeCall(box.takeBack, (id, all));
        bool ok;
        for (uint256 gas = 30_000; gas < 900_000 && !ok; gas += 2000) {
            vm.prank(alice);
            (ok,) = address(box).call{gas: gas}(data);
            vm.assertEq(kitties.balanceOf(alice), ok ? 5 : 0, "all or none");
        }
        vm.assertTrue(ok, "with enough gas");
    }
}

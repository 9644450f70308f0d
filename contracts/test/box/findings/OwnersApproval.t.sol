// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";
import {BurningApprovalToken, KittyToken} from "./KittyToken.sol";

/// @notice A prize of type 4 whose token asks even its owner for an approval comes in by the seller's approval, and has to leave
/// by one that the contract gives the proxy.
contract OwnersApprovalTest is BoxBase {
    uint256 private constant KITTY = 77;

    KittyToken private kitties;

    function setUp() public override {
        super.setUp();
        kitties = new KittyToken();
    }

    /// @dev A series of one box for each of `count` kitties from KITTY on.
    function series(KittyToken token_, uint256 count) private returns (bytes32) {
        Asset[] memory kinds = new Asset[](count);
        for (uint256 i; i < count; ++i) {
            kinds[i] = Asset(address(token_), KITTY + i, 4);
            token_.give(alice, KITTY + i);
            vm.prank(alice);
            token_.approve(address(proxy), KITTY + i);
        }
        return registered(single(coin(), kinds));
    }

    function keptFirst(KittyToken token_) private returns (bytes32 id) {
        id = series(token_, 1);
        openAs(bob, id, 1);
        token_.pause(true);
        mine(2);
        reveal(id, 0);
        vm.assertEq(box.kept(id, bob, 0), 1, "kept while the token is paused");
        token_.pause(false);
    }

    function test_WhenItIsDrawn() public {
        drawn(bob, series(kitties, 1), 1);
        vm.assertEq(kitties.ownerOf(KITTY), bob, "delivered");
    }

    function test_WhenAHundredAreDrawn() public {
        bytes32 id = series(kitties, 100);
        bonded(id, 90 * PRICE);
        drawn(bob, id, 100);
        vm.assertEq(kitties.balanceOf(bob), 100, "all delivered with 100,000 gas each");
    }

    function test_WhenTheTokenRefusesInSilence() public {
        kitties.setSilent(true);
        drawn(bob, series(kitties, 1), 1);
        vm.assertEq(kitties.ownerOf(KITTY), bob, "delivered");
    }

    function test_GivenItWasKept() public {
        bytes32 id = keptFirst(kitties);
        vm.prank(bob);
        box.collect(id, 0, 1, bob, carol);
        vm.assertEq(kitties.ownerOf(KITTY), carol, "collected");
        vm.assertEq(box.kept(id, bob, 0), 0, "once");
    }

    function test_RevertGiven_TheReceiverIsTheToken() public {
        bytes32 id = keptFirst(kitties);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxDeliveryRefused.selector, address(kitties), 0));
        vm.prank(bob);
        box.collect(id, 0, 1, bob, address(kitties));
        vm.assertEq(box.kept(id, bob, 0), 1, "still there");
    }

    function test_WhenItIsTakenBack() public {
        bytes32 id = series(kitties, 2);
        drawn(bob, id, 1);
        vm.warp(END);
        uint256[] memory all = new uint256[](2);
        (all[0], all[1]) = (0, 1);
        vm.prank(alice);
        box.takeBack(id, all);
        vm.assertEq(kitties.balanceOf(alice), 1, "what was not drawn");
        vm.assertEq(kitties.balanceOf(address(box)), 0, "nothing stays");
    }

    function test_WhenTheApprovalBurnsItsGas() public {
        BurningApprovalToken token_ = new BurningApprovalToken();
        drawn(bob, series(token_, 1), 1);
        vm.assertEq(token_.ownerOf(KITTY), bob, "delivered without an approval");
    }

    function test_WhenTheTokenIsPlain() public {
        Asset[] memory kinds = new Asset[](1);
        kinds[0] = Asset(address(nft), 1, 4);
        drawn(bob, registered(single(coin(), kinds)), 1);
        vm.assertEq(nft.ownerOf(1), bob, "delivered");
        vm.assertEq(uint160(nft.getApproved(1)), 0, "no approval stays");
    }

    function test_RevertWhen_ItIsATicket() public {
        BoxOrder memory order = aBox(Asset(address(kitties), KITTY, 4));
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxMoneyInvalid.selector, address(kitties), KITTY, 4));
        vm.prank(alice);
        box.register(order, anchor(), CHAIN, PRICE);
    }
}

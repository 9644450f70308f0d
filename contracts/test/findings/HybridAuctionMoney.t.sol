// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../src/auction/IAuctionExchange.sol";
import {AuctionBase, Settling} from "../base/AuctionBase.sol";
import {HybridToken} from "../base/Hybrids.sol";

/// @notice An auction in a token that is money and item at once: the payment would take the item back.
contract HybridAuctionMoneyTest is AuctionBase {
    HybridToken private hybrid;
    uint256 private rare;

    function settling() private returns (Settling memory) {
        hybrid = new HybridToken();
        hybrid.give(alice, 1, 0.5 ether);
        hybrid.give(bob, 10, 0);
        rare = hybrid.ITEMS() + 1;
        vm.prank(alice);
        hybrid.setApprovalForAll(address(proxy), true);
        vm.prank(bob);
        hybrid.approve(address(proxy), type(uint256).max);
        AuctionOrder memory order = anAuction(address(hybrid));
        (order.key.sellAsset.tokenId, order.key.buyAsset.token) = (rare, address(hybrid));
        return settlingOf(order, losers(0));
    }

    function moneyInvalid() private view returns (bytes memory) {
        return abi.encodeWithSelector(IAuctionExchange.AuctionMoneyInvalid.selector, hybrid, 0, 1);
    }

    function assertUntouched() private view {
        vm.assertEq(hybrid.ownerOf(rare), alice, "item");
        vm.assertEq(hybrid.balanceOf(alice), 1.5 ether, "owner's units");
        vm.assertEq(hybrid.balanceOf(bob), 10 ether, "winner's units");
    }

    function test_RevertWhen_TheOwnerSettles() public {
        settleReverts(settling(), moneyInvalid());
        assertUntouched();
    }

    function test_RevertWhen_TheWinnerSettles() public {
        Settling memory s = settling();
        s.caller = bob;
        settleReverts(s, moneyInvalid());
        assertUntouched();
    }
}

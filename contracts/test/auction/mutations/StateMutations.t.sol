// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Asset} from "../../../src/exchange/OrderTypes.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {Settling} from "../../base/AuctionBase.sol";
import {AuctionMutationBase} from "./MutationBase.sol";

/// @notice What was right when it was signed.
contract AuctionStateMutationsTest is AuctionMutationBase {
    function aLot() private view returns (Settling memory s) {
        s = base();
        (s.order.key.sellAsset, s.order.selling) = (Asset(address(multi), 7, 2), 60);
        resign(s);
    }

    function test_RevertGiven_Cancelled() public {
        Settling memory s = base();
        vm.prank(alice);
        auction.cancel(s.order.key);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
    }

    function test_RevertGiven_Settled() public {
        Settling memory s = base();
        settle(s);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
    }

    function test_RevertGiven_SettledWithAnotherBid() public {
        Settling memory s = base();
        Settling memory second = base();
        (second.buyer, second.total) = (eve, TOTAL - 1);
        second.bidSig = bidOf(EVE_KEY, second);
        second.feeSig = wordOf(FEE_KEY, second);
        settle(second);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionSpent.selector, alice, 5));
    }

    function test_RevertGiven_Voided() public {
        Settling memory s = base();
        bytes32 id = auction.hashAuction(s.order);
        vm.prank(bob);
        auction.voidBids(id, TOTAL);
        settleReverts(s, abi.encodeWithSelector(IAuctionExchange.AuctionBidVoid.selector, bob, TOTAL));
    }

    function test_RevertGiven_Paused() public {
        Settling memory s = base();
        vm.prank(operator);
        auction.pause(1 days);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesPaused.selector, END + 1 days));
    }

    function test_RevertGiven_TheSignerIsNotDueYet() public {
        Settling memory s = base();
        vm.prank(operator);
        auction.addFeeSigner(eve);
        s.feeSig = wordOf(EVE_KEY, s);
        settleReverts(s, abi.encodeWithSelector(IFees.FeesSignatureInvalid.selector, eve));
        vm.warp(END + 2 days);
        settle(s);
    }

    function test_RevertGiven_TheItemIsGone() public {
        Settling memory s = base();
        vm.prank(alice);
        royal.transferFrom(alice, carol, 1);
        settleReverts(s, abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", proxy, 1));
    }

    function test_RevertGiven_TheApprovalIsGone() public {
        Settling memory s = base();
        vm.prank(alice);
        royal.setApprovalForAll(address(proxy), false);
        settleReverts(s, abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", proxy, 1));
    }

    function test_RevertGiven_TooFewAreLeft() public {
        Settling memory s = aLot();
        vm.prank(alice);
        multi.safeTransferFrom(alice, carol, 7, 41, "");
        settleReverts(s, abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", alice, 59, 60, 7));
    }

    function test_RevertGiven_TheLotsApprovalIsGone() public {
        Settling memory s = aLot();
        vm.prank(alice);
        multi.setApprovalForAll(address(proxy), false);
        settleReverts(s, abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", proxy, alice));
    }

    function test_RevertGiven_TheWinnerIsPoor() public {
        Settling memory s = base();
        vm.prank(bob);
        pay.transfer(eve, INITIAL_BALANCE - 1);
        settleReverts(s, abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", bob, 1, 0.1 ether));
    }

    function test_RevertGiven_TheWinnersAllowanceIsLow() public {
        Settling memory s = base();
        vm.prank(bob);
        pay.approve(address(proxy), 1);
        settleReverts(s, abi.encodeWithSignature("ERC20InsufficientAllowance(address,uint256,uint256)", proxy, 1, 0.1 ether));
    }

    /// A winner who can pay only part of it: fees, royalty and shares go back with the rest.
    function test_RevertGiven_TheWinnerCanPayAPart() public {
        Settling memory s = base();
        vm.prank(bob);
        pay.transfer(carol, INITIAL_BALANCE - 2 ether);
        settleReverts(s, abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", bob, 1.7 ether, 1.75 ether));
        vm.assertEq(pay.balanceOf(bob), 2 ether, "unpaid");
    }
}

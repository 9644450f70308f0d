// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFullExchange} from "../../src/exchange/IFullExchange.sol";
import {Asset, Order, OrderKey, Sig} from "../../src/exchange/OrderTypes.sol";
import {ITransferProxy} from "../../src/transfer/ITransferProxy.sol";
import {Test} from "./Test.sol";
import {PlainERC1155, PlainERC20, PlainERC721, RoyaltyERC721} from "./PlainTokens.sol";
import {OldERC20} from "./Tokens.sol";

/// @notice Exchange and proxy as deployed, Alice with items, Bob with money, and builders of their orders.
abstract contract ExchangeBase is Test {
    uint256 internal constant PRICE = 1 ether;
    uint256 internal constant FEE = 250;

    IFullExchange internal exchange;
    ITransferProxy internal proxy;
    PlainERC721 internal nft;
    RoyaltyERC721 internal royal;
    PlainERC1155 internal multi;
    PlainERC20 internal pay;

    function setUp() public virtual {
        pay = new PlainERC20();
        (exchange, proxy) = deployed();
        nft = new PlainERC721();
        royal = new RoyaltyERC721(carol, 500);
        multi = new PlainERC1155();
        nft.give(alice, 1);
        royal.give(alice, 1);
        multi.give(alice, 7, 100);
        approveAll(alice);
        approveAll(bob);
        pay.give(bob, 1000 ether);
        vm.deal(bob, 1000 ether);
    }

    function deployed() internal returns (IFullExchange exchange_, ITransferProxy proxy_) {
        address[] memory signers = new address[](1);
        signers[0] = feeSigner;
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
        bytes memory args = abi.encode(operator, predicted, treasury, signers, FEE, FEE, wrappedCoin());
        exchange_ = IFullExchange(vm.deployCode("contracts/artifacts/Exchange.json", args));
        proxy_ = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", abi.encode(exchange_, address(0), address(0), address(0))));
    }

    /// @dev The wrapped coin that the exchange is deployed with.
    function wrappedCoin() internal virtual returns (address) {
        return address(0);
    }

    function approveAll(address account) internal {
        vm.startPrank(account);
        nft.setApprovalForAll(address(proxy), true);
        royal.setApprovalForAll(address(proxy), true);
        multi.setApprovalForAll(address(proxy), true);
        pay.approve(address(proxy), type(uint256).max);
        vm.stopPrank();
    }

    function saltOf(uint256 number) internal pure returns (uint256) {
        return number;
    }

    function saltOf(uint256 number, uint256 from, uint256 until, uint256 maxBuyerFee) internal pure returns (uint256) {
        return (until << 216) | (from << 176) | (maxBuyerFee << 160) | number;
    }

    function coin() internal pure returns (Asset memory) {
        return Asset(address(0), 0, 0);
    }

    function money() internal view returns (Asset memory) {
        return Asset(address(pay), 0, 1);
    }

    function item(address token, uint256 id, uint8 assetType) internal pure returns (Asset memory) {
        return Asset(token, id, assetType);
    }

    /// @dev Alice sells item 1 of `token` for 1 coin.
    function aSale(address token) internal view returns (Order memory) {
        return Order(OrderKey(alice, saltOf(5), item(token, 1, 3), coin()), 1, PRICE, FEE);
    }

    function aSale() internal view returns (Order memory) {
        return aSale(address(nft));
    }

    /// @dev Alice sells ten of her ERC1155 for 10 coins.
    function aLot() internal view returns (Order memory) {
        return Order(OrderKey(alice, saltOf(6), item(address(multi), 7, 2), coin()), 10, 10 ether, FEE);
    }

    /// @dev Bob bids 1 PAY for item 1 of `token`.
    function aBid(address token) internal view returns (Order memory) {
        return Order(OrderKey(bob, saltOf(9, 0, 0, FEE), money(), item(token, 1, 3)), PRICE, 1, FEE);
    }

    function makerSig(uint256 key, Order memory order) internal view returns (Sig memory) {
        return signed(key, exchange.digest(order));
    }

    function feeSig(uint256 key, Order memory order, uint256 fee) internal view returns (Sig memory) {
        return signed(key, exchange.buyerFeeDigest(exchange.hashOrder(order), fee));
    }

    function due(uint256 price, uint256 feeBps) internal pure returns (uint256) {
        return price + price * feeBps / 10_000;
    }

    /// @dev Bob buys with the default fee.
    function buy(Order memory order, uint256 amount) internal {
        buyAs(bob, order, amount);
    }

    function buyAs(address buyer, Order memory order, uint256 amount) internal {
        uint256 value = order.key.buyAsset.assetType == 0 ? due(order.buying / order.selling * amount, FEE) : 0;
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.prank(buyer);
        exchange.exchange{value: value}(order, sig, FEE, none(), amount, address(0));
    }

    function buyReverts(Order memory order, uint256 amount, bytes memory why) internal {
        buyRevertsAs(bob, order, amount, why);
    }

    function buyRevertsAs(address buyer, Order memory order, uint256 amount, bytes memory why) internal {
        uint256 value = order.key.buyAsset.assetType == 0 && order.selling != 0 ? due(order.buying / order.selling * amount, FEE) : 0;
        Sig memory sig = makerSig(ALICE_KEY, order);
        vm.expectRevert(why);
        vm.prank(buyer);
        exchange.exchange{value: value}(order, sig, FEE, none(), amount, address(0));
    }

    /// @dev Alice accepts Bob's bid with the default fee.
    function accept(Order memory order, uint256 amount) internal {
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), amount, address(0));
    }

    function acceptReverts(Order memory order, uint256 amount, bytes memory why) internal {
        Sig memory sig = makerSig(BOB_KEY, order);
        vm.expectRevert(why);
        vm.prank(alice);
        exchange.exchange(order, sig, FEE, none(), amount, address(0));
    }

    /// @dev What every trade ends with: it cannot happen again, and nothing is held but `fees` and what is claimable.
    function assertOver(Order memory order, uint256 fees) internal {
        vm.assertTrue(exchange.isSpent(order.key.owner, order.key.salt), "spent");
        vm.assertEq(address(exchange).balance, fees + exchange.totalClaimable(), "coin held");
        vm.assertEq(pay.balanceOf(address(exchange)), 0, "pay token held");
        vm.assertEq(pay.balanceOf(address(proxy)), 0, "pay token in the proxy");
        vm.assertEq(address(proxy).balance, 0, "coin in the proxy");
        bytes memory why = abi.encodeCall(IExchangeErrors.ExchangeOrderSpent, (order.key.owner, uint64(order.key.salt)));
        if (order.key.owner == alice) buyReverts(order, 1, why);
        else acceptReverts(order, order.selling / order.buying, why);
    }
}

/// @notice `abi.encodeCall` checks arguments of functions only, so the error stands here as one.
interface IExchangeErrors {
    function ExchangeOrderSpent(address owner, uint256 number) external;
}
